// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Filters. src/probe/filter.c makes a postfix table of a text, the BPF program's own code runs it, and the test
 * compares the result with the same expression in C, or with the tree from which a random filter was written.
 */
#include "probe/filter.h"
#include "test.h"

#include "capture.h"
#include "probe_run.h"

#include <errno.h>
#include <stdlib.h>

static struct probe p;

static void argument(unsigned i, const char *name, bool is_signed, bool text)
{
	struct probe_argument *a = &p.arguments[i];

	memset(a, 0, sizeof(*a));
	strcpy(a->name, name);
	a->fetch.base = PROBE_CONTEXT;
	a->fetch.size = 8;
	a->fetch.is_signed = is_signed;
	a->fetch.kind = text ? PROBE_TEXT_AT : PROBE_NUMBER;
	p.narguments = i + 1;
}

/* a is signed, u and v are not, s and t are strings */
static void prepare(void)
{
	memset(&p, 0, sizeof(p));
	p.target = TARGET_USER;
	argument(0, "a", true, false);
	argument(1, "u", false, false);
	argument(2, "v", false, false);
	argument(3, "s", false, true);
	argument(4, "t", false, true);
}

static void parse(const char *filter)
{
	prepare();
	if (probe_filter(&p, filter))
		fail_msg("%s", filter);
	run_load(&p);
}

static const int64_t numbers[] = {0, 1, 2, 3, 4, 5, 255, 4096, -1, -5, INT64_MIN, INT64_MAX};
static const char *const strings[] = {"", "x", "mysqld", "R", "WS", "a*b", "a b"};

static u64 values[PROBE_FETCHES];

static bool passes_now(int64_t a, uint64_t u, uint64_t v, const char *s, const char *t)
{
	values[0] = (u64)a;
	values[1] = u;
	values[2] = v;
	run_texts[3] = s;
	run_texts[4] = t;
	return run_passes(values);
}

/* For every choice of values the filter must give the same result as C */
#define SAME(filter, c)                                                                          \
	do {                                                                                         \
		parse(filter);                                                                           \
		for (size_t i = 0; i < ELEMENTS(numbers); i++)                                           \
			for (size_t j = 0; j < ELEMENTS(numbers); j++)                                       \
				for (size_t k = 0; k < ELEMENTS(strings); k++) {                                 \
					int64_t a = numbers[i];                                                      \
					uint64_t u = (uint64_t)numbers[j], v = (uint64_t)numbers[(i + j + k) % 12];  \
					const char *s = strings[k], *t = strings[(i + k) % 7];                       \
                                                                                                 \
					if (passes_now(a, u, v, s, t) != !!(c))                                      \
						fail_msg("%s: a %lld u %llu v %llu s '%s' t '%s'", filter, (long long)a, \
								 (unsigned long long)u, (unsigned long long)v, s, t);            \
					(void)u, (void)v, (void)t;                                                   \
				}                                                                                \
	} while (0)

static bool is(const char *s, const char *other)
{
	return !strcmp(s, other);
}

static void operators(void **state)
{
	(void)state;
	SAME("a == 5", a == 5);
	SAME("a = 5", a == 5);
	SAME("a != -5", a != -5);
	SAME("a < 3", a < 3);
	SAME("a <= 3", a <= 3);
	SAME("a > -1", a > -1);
	SAME("a >= 255", a >= 255);
	SAME("u < 255", u < 255);
	SAME("u <= 255", u <= 255);
	SAME("u > 4096", u > 4096);
	SAME("u >= 0x7fffffffffffffff", u >= INT64_MAX);
	SAME("u >= 0", true);
	SAME("u == 18446744073709551615", u == UINT64_MAX);
	SAME("u == -1", u == UINT64_MAX);
	SAME("u & 6", u & 6);
	SAME("u & 0x1000", u & 0x1000);
	SAME("u==0377", u == 255);
	SAME("a", a);
	SAME("!u", !u);
	SAME("s == \"mysqld\"", is(s, "mysqld"));
	SAME("s != 'x'", !is(s, "x"));
	SAME("s == x", is(s, "x"));
	SAME("s == \"a*b\"", is(s, "a*b"));
	SAME("s == \"a b\"", is(s, "a b"));
	SAME("s == ''", is(s, ""));
	SAME("s ~ \"*S*\"", strchr(s, 'S'));
	SAME("s ~ '[!m]*'", *s && *s != 'm');
	SAME("s ~ ??????", strlen(s) == 6);
}

static void precedence(void **state)
{
	(void)state;
	SAME("a == 5 || u == 1 && v == 2", a == 5 || (u == 1 && v == 2));
	SAME("u == 1 && v == 2 || a == 5", (u == 1 && v == 2) || a == 5);
	SAME("(a == 5 || u == 1) && v == 2", (a == 5 || u == 1) && v == 2);
	SAME("!a == 5", !(a == 5)); /* negates the whole comparison, unlike C */
	SAME("!a && u", !a && u);
	SAME("!(a && u)", !(a && u));
	SAME("!!a", a);
	SAME("!!!u", !u);
	SAME("a<5&&u>1||v&2", (a < 5 && u > 1) || (v & 2));
	SAME("a && u && v || s == x && !v", (a && u && v) || (is(s, "x") && !v));
}

static void spaces(void **state)
{
	(void)state;
	SAME("  a  ==  5  ", a == 5);
	SAME("(((a==5)))", a == 5);
	SAME("( a == 5 ) && ( u != 1 )", a == 5 && u != 1);
	SAME("u&1", u & 1);
	SAME("u & 1 && a", (u & 1) && a);
	SAME("u && a", u && a);
	SAME("u&&a", u && a);
	SAME("s==x&&a", is(s, "x") && a);
	SAME("(s==x)||t=='WS'", is(s, "x") || is(t, "WS"));
}

/* ---- wrong input ---- */

static void wrong(const char *filter, unsigned column, const char *words)
{
	char where[64];
	const char *text;
	int err;

	prepare();
	capture_begin(2);
	err = probe_filter(&p, filter);
	text = capture_end();
	snprintf(where, sizeof(where), " column %u of the filter\n", column);
	if (err != -EINVAL || !strstr(text, where) || !strstr(text, words))
		fail_msg("'%s': %d, not column %u, '%s': %s", filter, err, column, words, text);
}

static void refused(void **state)
{
	(void)state;
	wrong("", 1, "a name is missing");
	wrong("a ==", 5, "a number is missing");
	wrong("a == x", 6, "a number is missing");
	wrong("a == 5x", 6, "a number is missing");
	wrong("a == 5 u", 8, "should end here");
	wrong("a && ", 6, "a name is missing");
	wrong("a && || u", 6, "a name is missing");
	wrong("(a == 5", 8, "a ) is missing");
	wrong("a == 5)", 7, "should end here");
	wrong("b == 5", 1, "nothing here is called b");
	wrong("a == 1 && nothing > 2", 11, "nothing here is called nothing");
	wrong("a == 1 && latencie > 2", 11, "is called latencie; did you mean latency?");
	wrong("a ~ \"x\"", 5, "a is a number");
	wrong("s < \"x\"", 5, "s is a string");
	wrong("s & 1", 5, "s is a string");
	wrong("s", 2, "an operator is missing");
	wrong("s == \"x", 6, "a string in quotes is missing");
	wrong("s ==", 5, "a string in quotes is missing");
	wrong("5 == a", 1, "a name is missing");
	wrong("a == 99999999999999999999999", 6, "a number is missing");
	wrong("a & 1 == 0", 7, "should end here");
	wrong("s ~ \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"", 5, "more than 62 characters");
	wrong("s==a||s==b||s==c||s==d||s==e", 28, "more than 4 strings");
}

static void repeat(char *to, const char *word, unsigned times, const char *last)
{
	*to = '\0';
	while (times--)
		strcat(to, word);
	strcat(to, last);
}

static void limits(void **state)
{
	char filter[1024];

	(void)state;
	repeat(filter, "a||", 10, "a"); /* a name means "!= 0", which takes two conditions; each || takes one */
	parse(filter);
	assert_int_equal(p.nconditions, 32);
	repeat(filter, "a||", 11, "a");
	wrong(filter, 35, "more than 32 conditions");
	repeat(filter, "(", 200, "a");
	wrong(filter, 34, "too many parentheses");
	repeat(filter, "!", 200, "a");
	wrong(filter, 34, "too many parentheses");
}

/* ---- random filters ---- */

struct node {
	char kind; /* '&' '|' '!' '<' */
	struct node *left, *right;
	unsigned argument, op;
	int64_t number;
	const char *string;
};

static struct node nodes[64];
static unsigned nnodes, leaves, texts;
static uint64_t seed = 99;

static struct node *new_leaf(void)
{
	struct node *n = &nodes[nnodes++];

	leaves++;
	n->kind = '<';
	n->argument = (unsigned)(random_next(&seed) % (texts < PROBE_GLOBS ? 5 : 3));
	n->op = (unsigned)(random_next(&seed) % 7);
	n->number = numbers[random_next(&seed) % ELEMENTS(numbers)];
	n->string = strings[random_next(&seed) % ELEMENTS(strings)];
	texts += n->argument >= 3;
	return n;
}

static struct node *new_tree(unsigned depth)
{
	struct node *n;

	if (!depth || leaves > 4 || random_next(&seed) % 4 == 0)
		return new_leaf();
	n = &nodes[nnodes++];
	n->kind = "&|!"[random_next(&seed) % 3];
	n->left = new_tree(depth - 1);
	n->right = n->kind == '!' ? NULL : new_tree(depth - 1);
	return n;
}

static const char *const signs[] = {"==", "!=", "<", "<=", ">", ">=", "&"};

/* Levels: 1 is ||, 2 is &&, 3 is ! and comparisons. Writes parentheses where needed, and sometimes where not. */
static void write_tree(char *to, const struct node *n, int around)
{
	static const char names[] = "auvst";
	int own = n->kind == '|' ? 1 : n->kind == '&' ? 2 : 3;
	bool brackets = own < around || random_next(&seed) % 8 == 0;

	to += strlen(to);
	if (brackets)
		to += sprintf(to, "(");
	if (n->kind == '!') {
		to += sprintf(to, "!");
		write_tree(to, n->left, 3);
	} else if (n->kind == '<' && n->argument >= 3) {
		sprintf(to, "%c %s \"%s\"", names[n->argument], signs[n->op % 2], n->string);
	} else if (n->kind == '<') {
		sprintf(to, "%c%s%lld", names[n->argument], signs[n->op], (long long)n->number);
	} else {
		write_tree(to, n->left, own);
		strcat(to, n->kind == '&' ? " && " : "||");
		write_tree(to, n->right, own);
	}
	if (brackets)
		strcat(to, ")");
}

static bool compare_numbers(const struct node *n)
{
	int64_t x = (int64_t)values[n->argument];
	bool less = n->argument ? (uint64_t)x < (uint64_t)n->number : x < n->number, equal = x == n->number;
	const bool results[] = {equal, !equal, less, less || equal, !less && !equal, !less, x & n->number};

	return results[n->op];
}

static bool value_of(const struct node *n)
{
	switch (n->kind) {
	case '|':
		return value_of(n->left) || value_of(n->right);
	case '&':
		return value_of(n->left) && value_of(n->right);
	case '!':
		return !value_of(n->left);
	}
	if (n->argument >= 3)
		return is(run_texts[n->argument], n->string) != n->op % 2;
	return compare_numbers(n);
}

static void random_filters(void **state)
{
	unsigned passed = 0, all = 0;

	(void)state;
	for (unsigned i = 0; i < 20000; i++) {
		char filter[4096] = "";
		const struct node *tree;

		nnodes = leaves = texts = 0;
		tree = new_tree(5);
		write_tree(filter, tree, 0);
		prepare();
		if (probe_filter(&p, filter))
			fail_msg("%s", filter);
		run_load(&p);
		for (unsigned j = 0; j < 20; j++, all++) {
			int64_t a = numbers[random_next(&seed) % 12], u = numbers[random_next(&seed) % 12];
			bool passes_it = passes_now(a, (uint64_t)u, (uint64_t)numbers[random_next(&seed) % 12],
										strings[random_next(&seed) % 7], strings[random_next(&seed) % 7]);

			passed += passes_it;
			if (passes_it != value_of(tree))
				fail_msg("%s: %d for a %lld u %lld s '%s'", filter, passes_it, (long long)a, (long long)u,
						 run_texts[3]);
		}
	}
	assert_in_range(passed, all / 10, all - all / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operators), cmocka_unit_test(precedence), cmocka_unit_test(spaces),
		cmocka_unit_test(refused),	 cmocka_unit_test(limits),	   cmocka_unit_test(random_filters),
	};

	return RUN(tests);
}
