// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Recursive descent puts ftrace's filters into postfix order:
 *
 *	either  := both { "||" both }
 *	both    := not { "&&" not }
 *	not     := "!" not | "(" either ")" | compare
 *	compare := NAME [ OPERATOR VALUE ]          a name alone, and "NAME & MASK", ask for a value that is not zero
 */

#include "filter.h"

#include "glob.h"
#include "words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int either(struct probe *p, struct probe_text *t, int depth);

static int add(struct probe *p, const struct probe_text *t, struct probe_condition c)
{
	if (p->nconditions == PROBE_CONDITIONS)
		return probe_wrong(t, "the filter has more than %d conditions and connectives", PROBE_CONDITIONS);
	p->conditions[p->nconditions++] = c;
	return 0;
}

static int add_connective(struct probe *p, const struct probe_text *t, enum probe_operator op)
{
	return add(p, t, (struct probe_condition){.op = op});
}

/* ---- comparisons ---- */

enum compare { EQUAL, NOT_EQUAL, LESS_EQUAL, GREATER_EQUAL, LESS, GREATER, BITS, MATCH, NONE };

static enum compare take_operator(struct probe_text *t)
{
	static const char *const signs[] = {"==", "!=", "<=", ">=", "<", ">", "&", "~"};

	for (enum compare i = EQUAL; i <= MATCH; i++) {
		if (i == BITS && !strncmp(t->at, "&&", 2))
			continue;
		if (text_take(t, signs[i]))
			return i;
	}
	return text_take(t, "=") ? EQUAL : NONE;
}

static int add_numbers(struct probe *p, const struct probe_text *t, enum compare compare, struct probe_condition c)
{
	static const enum probe_operator ops[] = {PROBE_EQUAL, PROBE_EQUAL,	  PROBE_GREATER, PROBE_LESS,
											  PROBE_LESS,  PROBE_GREATER, PROBE_BITS};
	bool negated = compare == NOT_EQUAL || compare == LESS_EQUAL || compare == GREATER_EQUAL;
	int err;

	c.op = ops[compare];
	err = add(p, t, c);
	return err || !negated ? err : add_connective(p, t, PROBE_NOT);
}

/* "text", 'text' or a bare word; *length does not count quotes. NULL: there is none */
static const char *take_string(struct probe_text *t, size_t *length)
{
	char quote = *t->at;
	const char *start = t->at + 1, *end;

	if (quote != '"' && quote != '\'') {
		start = t->at;
		*length = strcspn(start, " )|&");
		t->at += *length;
		return *length ? start : NULL;
	}
	end = strchr(start, quote);
	if (!end)
		return NULL;
	*length = (size_t)(end - start);
	t->at = end + 1;
	return start;
}

/* == compares the whole text, so characters that are special in globs are escaped. */
static size_t escape_glob(char *to, size_t size, const char *from, size_t length)
{
	size_t n = 0;

	for (size_t i = 0; i < length && n + 2 < size; i++) {
		if (strchr("*?[\\", from[i]))
			to[n++] = '\\';
		to[n++] = from[i];
	}
	return n;
}

static int add_text(struct probe *p, struct probe_text *t, enum compare compare, int argument)
{
	char escaped[2 * PROBE_TEXT];
	struct probe_text start = *t;
	size_t length;
	const char *text = take_string(t, &length);
	int err;

	if (!text)
		return probe_wrong(&start, "a string in quotes is missing here");
	if (compare != EQUAL && compare != NOT_EQUAL && compare != MATCH)
		return probe_wrong(&start, "%s is a string: compare it by ==, != or ~", p->arguments[argument].name);
	if (p->nglobs == PROBE_GLOBS)
		return probe_wrong(&start, "the filter compares more than %d strings", PROBE_GLOBS);
	if (compare != MATCH) {
		length = escape_glob(escaped, sizeof(escaped), text, length);
		text = escaped;
	}
	if (probe_glob_compile(&p->globs[p->nglobs], text, length))
		return probe_wrong(&start, "the string has more than %d characters", PROBE_GLOB);
	err = add(p, t, (struct probe_condition){PROBE_MATCH, (uint32_t)argument, p->nglobs++, 0, 0});
	return err || compare != NOT_EQUAL ? err : add_connective(p, t, PROBE_NOT);
}

static int add_number(struct probe *p, struct probe_text *t, enum compare compare, int argument)
{
	struct probe_condition c = {.fetch = (uint32_t)argument, .is_signed = p->arguments[argument].fetch.is_signed};
	int64_t value;

	if (compare == MATCH)
		return probe_wrong(t, "%s is a number: ~ compares strings", p->arguments[argument].name);
	if (text_number(t, &value))
		return probe_wrong(t, "a number is missing here");
	c.value = (uint64_t)value;
	return add_numbers(p, t, compare, c);
}

/* NAME or $retval */
static int take_name(struct probe *p, struct probe_text *t)
{
	struct probe_text start = *t, end = *t;
	bool dollar = text_take(&end, "$");
	struct word word = text_name(&end);
	char name[PROBE_NAME];
	int argument;

	if (!word.length || snprintf(name, sizeof(name), "%.*s", (int)(dollar + word.length), t->at) >= PROBE_NAME)
		return probe_wrong(t, "a name is missing here");
	t->at += dollar + word.length;
	argument = probe_find_argument(p, name);
	if (argument == -ENOENT)
		return probe_wrong(&start, "nothing here is called %s%s", name, probe_suggest(p, name));
	return argument;
}

/* Like ftrace, this knows no comparison after "flags & 0x10", as in "flags & 3 == 0". */
static int compare(struct probe *p, struct probe_text *t)
{
	int argument = take_name(p, t);
	enum compare op;

	if (argument < 0)
		return argument;
	text_skip_spaces(t);
	op = take_operator(t);
	text_skip_spaces(t);
	if (op != NONE)
		return probe_is_text(&p->arguments[argument]) ? add_text(p, t, op, argument) : add_number(p, t, op, argument);
	if (probe_is_text(&p->arguments[argument]))
		return probe_wrong(t, "an operator is missing here: == != ~");
	return add_numbers(p, t, NOT_EQUAL, (struct probe_condition){.fetch = (uint32_t)argument});
}

/* ---- connectives ---- */

static int not(struct probe * p, struct probe_text *t, int depth)
{
	int err;

	text_skip_spaces(t);
	if (depth > PROBE_CONDITIONS)
		return probe_wrong(t, "too many parentheses");
	if (text_take(t, "!")) {
		err = not(p, t, depth + 1);
		return err ? err : add_connective(p, t, PROBE_NOT);
	}
	if (!text_take(t, "("))
		return compare(p, t);
	err = either(p, t, depth + 1);
	text_skip_spaces(t);
	if (!err && !text_take(t, ")"))
		return probe_wrong(t, "a ) is missing here");
	return err;
}

static int both(struct probe *p, struct probe_text *t, int depth)
{
	int err = not(p, t, depth);

	for (text_skip_spaces(t); !err && text_take(t, "&&"); text_skip_spaces(t)) {
		err = not(p, t, depth);
		if (!err)
			err = add_connective(p, t, PROBE_AND);
	}
	return err;
}

static int either(struct probe *p, struct probe_text *t, int depth)
{
	int err = both(p, t, depth);

	for (text_skip_spaces(t); !err && text_take(t, "||"); text_skip_spaces(t)) {
		err = both(p, t, depth);
		if (!err)
			err = add_connective(p, t, PROBE_OR);
	}
	return err;
}

int probe_filter(struct probe *p, const char *filter)
{
	struct probe_text t = text_begin(filter, "filter");
	int err;

	p->filter = filter;
	err = either(p, &t, 0);
	text_skip_spaces(&t);
	if (!err && *t.at)
		return probe_wrong(&t, "the filter should end here, or go on with && or ||");
	return err;
}
