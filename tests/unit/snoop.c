// SPDX-License-Identifier: GPL-2.0-or-later
/* What opensnoop and execsnoop make from texts: search automaton, flags, full paths, command lines. */
#include "test.h"

#include "probe/path_search.h"
#include "tools/execsnoop/command_line.h"
#include "tools/opensnoop/full_path.h"
#include "sys/open_flags.h"
#include "base/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

static uint64_t seed = 5;

static void random_text(char *to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = "aab\xff"[random_next(&seed) % 4];
	to[n] = '\0';
}

static void search_is_strstr(void **state)
{
	static struct open_search search;
	char text[OPEN_TEXT + 1], in[300];
	int hits = 0;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		random_text(text, 1 + random_next(&seed) % (i % 10 ? 6 : OPEN_TEXT));
		random_text(in, random_next(&seed) % 200);
		assert_int_equal(path_search_build(&search, text), 0);
		assert_int_equal(path_search_finds(&search, in), strstr(in, text) != NULL);
		hits += strstr(in, text) != NULL;
	}
	assert_in_range(hits, 5000, 18000);
}

static void search_is_fnmatch(void **state)
{
	static const struct {
		const char *text, *path;
		bool found;
	} cases[] = {
		{"*.py", "/usr/lib/x.py", true},
		{"*.py", "/usr/lib/x.pyc", false},
		{"*.py", "x.py/", false},
		{"/etc/*", "/etc/ssl/cert", true},
		{"/etc/*", "/tmp/etc/x", false},
		{"?", "x", true},
		{"?", "xx", false},
		{"*[0-9]", "/dev/tty1", true},
		{"*[0-9]", "/dev/tty", false},
		{"\\", "a\\b", true},
		{"*\\*", "a*", true},
		{"*\\*", "ab", false},
		{"*", "", true},
		{"a*", "", false},
		{"x.py", "/usr/x.pyc", true},
	};
	static struct open_search search;
	char longest[OPEN_TEXT + 2];

	(void)state;
	for (size_t i = 0; i < ELEMENTS(cases); i++) {
		assert_int_equal(path_search_build(&search, cases[i].text), 0);
		if (path_search_finds(&search, cases[i].path) != cases[i].found)
			fail_msg("%s in %s", cases[i].text, cases[i].path);
	}
	memset(longest, '?', sizeof(longest) - 1);
	longest[OPEN_TEXT + 1] = '\0';
	assert_int_equal(path_search_build(&search, longest), -E2BIG);
	assert_int_equal(path_search_build(&search, longest + 1), 0);
	longest[0] = 'x';
	memset(longest, 'x', OPEN_TEXT + 1);
	assert_int_equal(path_search_build(&search, longest), -E2BIG);
	assert_int_equal(path_search_build(&search, longest + 1), 0);
	assert_true(path_search_finds(&search, longest));
}

static const char *brief(uint32_t flags)
{
	static const struct field field = {.kind = FIELD_U32, .size = sizeof(flags)};
	static char text[512];

	open_flags_brief(text, sizeof(text), &field, &flags);
	return text;
}

static void flags_by_name(void **state)
{
	struct open_flags f = {0};
	const char *bad;
	char text[512];
	size_t n;

	(void)state;
	open_flags_text(text, sizeof(text), O_WRONLY | O_CREAT | O_TRUNC);
	assert_string_equal(text, "O_WRONLY|O_CREAT|O_TRUNC");
	open_flags_text(text, sizeof(text), O_SYNC | O_TMPFILE | O_RDWR);
	assert_string_equal(text, "O_RDWR|O_SYNC|O_TMPFILE");
	open_flags_text(text, sizeof(text), O_DSYNC | O_DIRECTORY | 0x40000000);
	assert_string_equal(text, "O_RDONLY|O_DSYNC|O_DIRECTORY|0x40000000");
	assert_int_equal(open_flags_text(text, sizeof(text), OPEN_FLAGS_UNKNOWN), 1);
	assert_string_equal(brief(O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC), "WRONLY|CREAT|APPEND");
	assert_string_equal(brief(O_RDONLY | O_NONBLOCK | O_DIRECTORY | O_CLOEXEC), "RDONLY|NONBLOCK|DIRECTORY");
	assert_string_equal(brief(O_CLOEXEC), "RDONLY");
	assert_string_equal(brief(OPEN_FLAGS_UNKNOWN), "?");
	assert_int_equal(open_flags_parse("O_CREAT,rdwr|o_Sync", &f, &bad, &n), 0);
	assert_int_equal(f.any, O_CREAT | (O_SYNC & ~O_DSYNC));
	assert_int_equal(f.modes, 1 << O_RDWR);
	assert_int_equal(open_flags_parse("O_CREAT,O_", &f, &bad, &n), -22);
	assert_int_equal(open_flags_parse("", &f, &bad, &n), -22);
	assert_false(open_flags_wanted(O_RDONLY, f.any, f.modes));
	assert_true(open_flags_wanted(O_RDWR, f.any, f.modes));
}

static const char *full(const char *path, size_t length, int folders, bool cut)
{
	static struct open_row row;
	static char text[300];
	int n;

	memset(&row, 0, sizeof(row));
	memcpy(row.path, path, length);
	row.length = (unsigned)strlen(path) + 1;
	row.nfolders = (uint16_t)folders;
	row.resolved = true;
	row.cut = cut;
	n = full_path(text, sizeof(text), &row);
	assert_int_equal(n, strlen(text));
	return text;
}

static void full_paths(void **state)
{
	(void)state;
	assert_string_equal(full("x", 2, 0, false), "/x");
	assert_string_equal(full("./x\0inner\0outer", 16, 2, false), "/outer/inner/./x");
	assert_string_equal(full("x\0inner\0outer", 14, 2, true), "[...]/outer/inner/x");
}

static const char *line(const char *args, size_t length, uint64_t max, enum quoting quote)
{
	static struct exec_row row;
	static char text[100];
	int n;

	memset(&row, 0, sizeof(row));
	memcpy(row.args, args, length);
	row.length = (unsigned)length;
	n = command_line(text, sizeof(text), &row, max, quote);
	assert_int_equal(n, strlen(text));
	return text;
}

static void command_lines(void **state)
{
	char many[300];

	(void)state;
	assert_string_equal(line("a\0b c\0", 6, 0, QUOTE_NONE), "a b c");
	assert_string_equal(line("a\0b c\0", 6, 0, QUOTE_NEEDED), "a 'b c'");
	assert_string_equal(line("a\0b\0", 4, 0, QUOTE_ALL), "'a' 'b'");
	assert_string_equal(line("a=b\0a=b\0", 8, 0, QUOTE_NEEDED), "'a=b' a=b");
	assert_string_equal(line("if\0if\0", 6, 0, QUOTE_NEEDED), "'if' if");
	assert_string_equal(line("a\0c\nd\0\\\0", 8, 0, QUOTE_NEEDED), "a $'c\\nd' '\\'");
	assert_string_equal(line("a\0'\n\\\0\x1b\xff\0", 9, 0, QUOTE_NEEDED), "a $'\\'\\n\\\\' $'\\x1b\\xff'");
	assert_string_equal(line("a\0[...]\0", 8, 0, QUOTE_NEEDED), "a '[...]'");

	assert_string_equal(line("a\0b c\0it's\0\0", 12, 0, QUOTE_NEEDED), "a 'b c' 'it'\\''s' ''");
	assert_string_equal(line("a\0b\0c\0", 6, 1, QUOTE_NONE), "a b [...]");
	assert_string_equal(line("a\0b\0c\0", 6, 2, QUOTE_NONE), "a b c");
	assert_string_equal(line("a\0bcd", 5, 0, QUOTE_NONE), "a bcd");
	memset(many, 'x', sizeof(many));
	assert_int_equal(strlen(line(many, sizeof(many), 0, QUOTE_NONE)), 99);
	assert_non_null(strstr(line(many, sizeof(many), 0, QUOTE_NONE), "xx [...]"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(search_is_strstr), cmocka_unit_test(search_is_fnmatch), cmocka_unit_test(flags_by_name),
		cmocka_unit_test(full_paths),		cmocka_unit_test(command_lines),
	};

	return RUN(tests);
}
