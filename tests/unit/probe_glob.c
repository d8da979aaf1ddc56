// SPDX-License-Identifier: GPL-2.0-or-later
/* Patterns of text: src/probe/glob.c makes tables, the BPF program's automaton runs them, the model is fnmatch(3). */
#include "probe/glob.h"
#include "test.h"

#include "probe_run.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>

static struct probe_glob g;

static bool matched(const char *pattern, const char *text)
{
	assert_int_equal(probe_glob_compile(&g, pattern, strlen(pattern)), 0);
	return run_matches(&g, text);
}

static void written(void **state)
{
	static const struct {
		const char *pattern, *text;
		bool matches;
	} cases[] = {
		{"", "", true},
		{"", "a", false},
		{"*", "", true},
		{"*", "anything", true},
		{"mysqld", "mysqld", true},
		{"mysqld", "mysqld2", false},
		{"*sql*", "postgresql", true},
		{"*sql*", "sqk", false},
		{"a?c", "abc", true},
		{"a?c", "ac", false},
		{"[a-c]x", "bx", true},
		{"[a-c]x", "dx", false},
		{"[!a-c]x", "dx", true},
		{"[^a-c]x", "bx", false},
		{"[]]", "]", true},
		{"[]-]", "-", true},
		{"[a", "[a", true},
		{"a**b", "ab", true},
		{"\\*", "*", true},
		{"\\*", "a", false},
		{"a\\", "a\\", true},
		{"*W*", "WS", true},
		{"*W*", "R", false},
		{"?", "\xc3", true},
		{"[!a]", "", false},
		{"*a*a*a", "aaa", true},
		{"*a*a*a", "aa", false},
		{"R*[!AM]", "RS", true},
		{"R*[!AM]", "RSM", false},
		{"*.txt", "x.txt.txt", true},
	};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(cases); i++)
		if (matched(cases[i].pattern, cases[i].text) != cases[i].matches)
			fail_msg("'%s' and '%s': must be %d", cases[i].pattern, cases[i].text, cases[i].matches);
}

/* Few letters, so that texts match. No '\': fnmatch() escapes with it even in classes, the kernel does not. */
static void random_text(char *to, size_t room, const char *letters, uint64_t *seed)
{
	size_t n = random_next(seed) % room, all = strlen(letters);

	for (size_t i = 0; i < n; i++)
		to[i] = letters[random_next(seed) % all];
	to[n] = '\0';
}

static void random_patterns(void **state)
{
	uint64_t seed = 4711;
	unsigned matches = 0;
	char pattern[14], text[14];

	(void)state;
	for (unsigned i = 0; i < 40000; i++) {
		random_text(pattern, sizeof(pattern), i % 2 ? "aab*?" : "ab*?[]!^-", &seed);
		assert_int_equal(probe_glob_compile(&g, pattern, strlen(pattern)), 0);
		for (unsigned t = 0; t < 8; t++) {
			bool wanted;

			random_text(text, t ? t + 1 : sizeof(text), i % 2 ? "ab" : "ab-]![", &seed);
			wanted = !fnmatch(pattern, text, 0);
			matches += wanted;
			if (run_matches(&g, text) != wanted)
				fail_msg("'%s' and '%s': fnmatch() says %d", pattern, text, wanted);
		}
	}
	assert_in_range(matches, 10000, 300000); /* both results occurred often */
}

static void every_byte(void **state)
{
	char pattern[3] = "\\", text[2] = "";

	(void)state;
	for (int c = 1; c < 256; c++)
		for (int other = 1; other < 256; other++) {
			pattern[1] = (char)c;
			text[0] = (char)other;
			if (other == 1)
				assert_int_equal(probe_glob_compile(&g, pattern, 2), 0);
			assert_int_equal(run_matches(&g, text), c == other);
		}
}

static void limits(void **state)
{
	char pattern[2 * PROBE_GLOB + 2], text[PROBE_TEXT + 1];

	(void)state;
	memset(pattern, 'x', sizeof(pattern));
	assert_int_equal(probe_glob_compile(&g, pattern, PROBE_GLOB + 1), -E2BIG);
	assert_int_equal(probe_glob_compile(&g, pattern, PROBE_GLOB), 0);
	memset(text, 'x', sizeof(text));
	text[PROBE_GLOB] = '\0';
	assert_true(run_matches(&g, text));
	text[PROBE_GLOB - 1] = '\0';
	assert_false(run_matches(&g, text));
	for (unsigned i = 0; i < sizeof(pattern); i++)
		pattern[i] = i % 2 ? 'x' : '*';
	assert_int_equal(probe_glob_compile(&g, pattern, 2 * PROBE_GLOB + 1), 0); /* repeated '*' do not count */
	memset(text, 'x', sizeof(text) - 1);
	text[PROBE_TEXT] = '\0'; /* one more than the program keeps */
	assert_true(run_matches(&g, text));
	text[10] = 'y';
	assert_true(run_matches(&g, text));
	text[PROBE_GLOB] = '\0';
	assert_false(run_matches(&g, text));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(written),
		cmocka_unit_test(random_patterns),
		cmocka_unit_test(every_byte),
		cmocka_unit_test(limits),
	};

	return RUN(tests);
}
