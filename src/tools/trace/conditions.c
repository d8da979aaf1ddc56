// SPDX-License-Identifier: GPL-2.0-or-later
#include "conditions.h"

#include "base/log.h"
#include "base/numbers.h"
#include "sys/errnos.h"
#include "names.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct parsing {
	const char *text, *at;
	struct selection calls;
	struct trace_options *to;
};

static int refuse(const struct parsing *p, const char *what)
{
	return fail(-EINVAL, "--filter '%s': %s at '%.20s'", p->text, what, *p->at ? p->at : "its end");
}

static void skip_spaces(struct parsing *p)
{
	while (isspace((unsigned char)*p->at))
		p->at++;
}

static size_t word_length(const char *at)
{
	size_t n = 0;

	while (isalnum((unsigned char)at[n]) || at[n] == '_' || (at[n] == '.' && n))
		n++;
	return n;
}

/* "openat,openat2:" */
static int read_calls(struct parsing *p)
{
	const char *colon = strchr(p->at, ':');
	char list[512];

	if (!colon || (size_t)(colon - p->at) >= sizeof(list))
		return refuse(p, "no call and colon (as in 'read: ret > 100')");
	memcpy(list, p->at, (size_t)(colon - p->at));
	list[colon - p->at] = '\0';
	p->at = colon + 1;
	return select_parse(&p->calls, list);
}

static int read_name(struct parsing *p, struct trace_condition *c)
{
	size_t n;

	skip_spaces(p);
	n = word_length(p->at);
	c->bits = 64;
	if (n == 3 && !strncmp(p->at, "ret", 3)) {
		c->arg = TRACE_RESULT;
		c->is_signed = 1;
	} else if ((n == 7 && !strncmp(p->at, "latency", n)) || (n == 8 && !strncmp(p->at, "duration", n))) {
		c->arg = TRACE_LATENCY;
	} else if (n == 4 && !strncmp(p->at, "arg", 3) && p->at[3] >= '0' && p->at[3] < '0' + TRACE_ARGS) {
		c->arg = (uint8_t)(p->at[3] - '0');
	} else {
		return refuse(p, "no argument of this name (arg0 to arg5, ret, latency)");
	}
	p->at += n;
	return 0;
}

static const struct {
	const char *text;
	uint8_t test, negated;
} operators[] = {
	{"==", TRACE_EQUAL, 0}, {"!=", TRACE_UNEQUAL, 0}, {"<=", TRACE_AT_MOST, 0}, {">=", TRACE_LESS, 1},
	{"<", TRACE_LESS, 0},	{">", TRACE_AT_MOST, 1},  {"&", TRACE_ANY_BITS, 0},
};

static int read_operator(struct parsing *p, struct trace_condition *c)
{
	skip_spaces(p);
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		size_t n = strlen(operators[i].text);

		if (strncmp(p->at, operators[i].text, n))
			continue;
		c->test = operators[i].test;
		c->negated = operators[i].negated;
		p->at += n;
		return 0;
	}
	return refuse(p, "no operator (== != < <= > >= &)");
}

static int read_duration(struct parsing *p, const char *word, struct trace_condition *c)
{
	uint64_t ns;

	if (parse_duration(word, &ns))
		return refuse(p, "no time (as in 1ms)");
	c->value = ns;
	return 0;
}

static int read_value(struct parsing *p, struct trace_condition *c)
{
	char word[64], *end;
	uint32_t error;
	size_t n;

	skip_spaces(p);
	n = word_length(p->at + (*p->at == '-')) + (*p->at == '-');
	if (!n || n >= sizeof(word))
		return refuse(p, "no value");
	memcpy(word, p->at, n);
	word[n] = '\0';
	if (c->arg == TRACE_LATENCY) {
		if (read_duration(p, word, c))
			return -EINVAL;
	} else {
		c->value = strtoull(word, &end, 0);
		if (*end && (word[0] != '-' || kernel_errno_parse(word + 1, &error)))
			return refuse(p, "no number");
		if (*end)
			c->value = (uint64_t) - (int64_t)error;
	}
	p->at += n;
	return 0;
}

static int keep(struct parsing *p, struct trace_condition *c)
{
	for (unsigned i = 0; i < TRACE_PLANS; i++) {
		if (!names_of(i) || !select_has(&p->calls, i))
			continue;
		if (p->to->nconditions == TRACE_CONDITIONS)
			return fail(-EINVAL, "--filter '%s': more than %d conditions", p->text, TRACE_CONDITIONS);
		c->call = i;
		p->to->conditions[p->to->nconditions++] = *c;
	}
	return 0;
}

static int read_condition(struct parsing *p)
{
	struct trace_condition c = {0};
	int err = read_name(p, &c);

	if (!err)
		err = read_operator(p, &c);
	if (!err)
		err = read_value(p, &c);
	return err ? err : keep(p, &c);
}

int conditions_parse(void *to, const char *text)
{
	struct parsing p = {.text = text, .at = text, .to = to};
	int err = read_calls(&p);

	while (!err) {
		err = read_condition(&p);
		skip_spaces(&p);
		if (err || !*p.at)
			break;
		if (strncmp(p.at, "&&", 2))
			return refuse(&p, "no && or end");
		p.at += 2;
	}
	return err;
}
