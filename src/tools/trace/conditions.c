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
	char argument[64]; /* its name, of each call another place; "": the condition has it */
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
	*p->argument = '\0';
	if (n == 3 && !strncmp(p->at, "ret", 3)) {
		c->arg = TRACE_RESULT;
		c->is_signed = 1;
	} else if ((n == 7 && !strncmp(p->at, "latency", n)) || (n == 8 && !strncmp(p->at, "duration", n))) {
		c->arg = TRACE_LATENCY;
	} else if (n == 4 && !strncmp(p->at, "arg", 3) && p->at[3] >= '0' && p->at[3] < '0' + TRACE_ARGS) {
		c->arg = (uint8_t)(p->at[3] - '0');
	} else if (n && n < sizeof(p->argument)) {
		memcpy(p->argument, p->at, n);
		p->argument[n] = '\0';
	} else {
		return refuse(p, "no name (of an argument, or ret, latency)");
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

/* A number, an error as -ENOENT, or constants joined by '|' */
static bool read_constant(const char *word, struct trace_condition *c)
{
	uint32_t value;
	char *end;

	c->value |= strtoull(word, &end, 0);
	if (!*end)
		return true;
	if (*word == '-' && !kernel_errno_parse(word + 1, &value))
		c->value = (uint64_t) - (int64_t)value;
	else if (!constant_find(names_machine(), word, strlen(word), &value))
		c->value |= value;
	else
		return false;
	return true;
}

/* A negative number is one of 32 bits: the kernel extends no argument. */
static void set_width(struct trace_condition *c)
{
	if ((int64_t)c->value >= 0 || c->arg == TRACE_RESULT)
		return;
	c->bits = 32;
	c->is_signed = 1;
}

static int read_value(struct parsing *p, struct trace_condition *c)
{
	char word[64];
	size_t n;

	do {
		p->at += *p->at == '|';
		skip_spaces(p);
		n = word_length(p->at + (*p->at == '-')) + (*p->at == '-');
		if (!n || n >= sizeof(word))
			return refuse(p, "no value");
		memcpy(word, p->at, n);
		word[n] = '\0';
		if (c->arg == TRACE_LATENCY ? read_duration(p, word, c) : !read_constant(word, c))
			return c->arg == TRACE_LATENCY ? -EINVAL : refuse(p, "no number and no constant");
		p->at += n;
		skip_spaces(p);
	} while (*p->at == '|');
	set_width(c);
	return 0;
}

/* Where the call has the argument of this name; -1: nowhere */
static int place_of(const char *argument, unsigned index)
{
	char name[64];

	for (unsigned i = 0; i < TRACE_ARGS; i++)
		if (call_argument_name(name, sizeof(name), names_call(index), i) >= 0 && !strcmp(name, argument))
			return (int)i;
	return -1;
}

static int keep(struct parsing *p, struct trace_condition *c)
{
	bool any = false;

	for (unsigned i = 0; i < TRACE_PLANS; i++) {
		int place = c->arg;

		if (!names_of(i) || !select_has(&p->calls, i))
			continue;
		if (*p->argument)
			place = place_of(p->argument, i);
		if (place < 0)
			continue;
		if (p->to->nconditions == TRACE_CONDITIONS)
			return fail(-EINVAL, "--filter '%s': more than %d conditions", p->text, TRACE_CONDITIONS);
		any = true;
		c->arg = (uint8_t)place;
		c->call = i;
		p->to->conditions[p->to->nconditions++] = *c;
	}
	return any ? 0 : fail(-EINVAL, "--filter '%s': these calls have no argument %s", p->text, p->argument);
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
