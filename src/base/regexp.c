// SPDX-License-Identifier: GPL-2.0-or-later
#include "regexp.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What no name needs: copies of what is repeated, and repetitions of repetitions, the paths through which double */
#define NODES_MAX 2000UL
#define DEPTH_MAX 3U
#define LENGTH_MAX 1100 /* regcomp() calls itself for each parenthesis */

/* An estimate of the nodes that regcomp() makes, and how deep repetitions lie in each other: of the last thing that can
 * be repeated, and of all up to it */
struct nodes {
	unsigned long last, all;
	unsigned last_depth, depth;
};

static bool is_too_large(const struct nodes *n)
{
	return n->all > NODES_MAX || n->depth > DEPTH_MAX;
}

static void add(struct nodes *n, unsigned long size, unsigned depth)
{
	n->last = size;
	n->all += size;
	n->last_depth = depth;
	if (depth > n->depth)
		n->depth = depth;
}

/* Each of the repetitions becomes a copy. */
static void repeat(struct nodes *n, unsigned long times)
{
	if (times > NODES_MAX)
		times = NODES_MAX;
	n->all -= n->last;
	add(n, n->last * times + 1, n->last_depth + 1);
}

/* "[^]a-z[:alpha:]]"; `at` is behind the first bracket. Returns what follows the last one */
static const char *behind_brackets(const char *at)
{
	at += *at == '^';
	at += *at == ']';
	while (*at && *at != ']') {
		const char kind = at[0] == '[' && at[1] && strchr(":.=", at[1]) ? at[1] : '\0';

		at += kind ? 2 : 1;
		while (kind && *at && (at[0] != kind || at[1] != ']'))
			at++;
		at += kind && *at ? 2 : 0;
	}
	return at + (*at == ']');
}

/* "{3,5}"; `at` is behind the first brace */
static const char *take_bounds(struct nodes *n, const char *at)
{
	char *end;
	unsigned long low = strtoul(at, &end, 10), high = *end == ',' ? strtoul(end + 1, &end, 10) : 0;

	repeat(n, (low > high ? low : high) + 1);
	return end + (*end == '}');
}

static const char *take_group(struct nodes *n, const char *at);

static const char *take_one(struct nodes *n, const char *at)
{
	struct nodes inner = {0};

	switch (*at) {
	case '(':
		at = take_group(&inner, at + 1);
		add(n, inner.all + 1, inner.depth);
		return at + (*at == ')');
	case '[':
		add(n, 1, 0);
		return behind_brackets(at + 1);
	case '{':
		return take_bounds(n, at + 1);
	case '*':
	case '?':
		repeat(n, 1);
		return at + 1;
	case '+':
		repeat(n, 2);
		return at + 1;
	case '\\':
		at += at[1] != '\0';
		/* fall through */
	default:
		add(n, 1, 0);
		return at + 1;
	}
}

static const char *take_group(struct nodes *n, const char *at)
{
	while (*at && *at != ')' && !is_too_large(n))
		at = take_one(n, at);
	return at;
}

static bool needs_too_much(const char *text)
{
	struct nodes n = {0};

	if (strlen(text) > LENGTH_MAX)
		return true;
	while (*text && !is_too_large(&n)) {
		text = take_group(&n, text);
		text += *text == ')'; /* one too many, which regcomp() refuses */
	}
	return is_too_large(&n);
}

int regexp_compile(regex_t *to, const char *text)
{
	if (needs_too_much(text))
		return -E2BIG;
	return regcomp(to, text, REG_EXTENDED | REG_NOSUB) ? -EINVAL : 0;
}
