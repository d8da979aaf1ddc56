// SPDX-License-Identifier: GPL-2.0-or-later
/* Places in the source, as a definition names them: each form perf probe has, and what is none. */
#include "probe/source_place.h"
#include "test.h"

#include <errno.h>
#include <string.h>

struct wanted {
	const char *text, *function, *file, *pattern;
	int first, last; /* -1: no line */
	bool is_return;
};

static void every_form(void **state)
{
	static const struct wanted forms[] = {
		{"vfs_read", "vfs_read", "", "", -1, -1, false},
		{"vfs_read:0", "vfs_read", "", "", 0, 0, false},
		{"getname_flags:65", "getname_flags", "", "", 65, 65, false},
		{"vfs_read@fs/read_write.c:3", "vfs_read", "fs/read_write.c", "", 3, 3, false},
		{"vfs_read@read_write.c", "vfs_read", "read_write.c", "", -1, -1, false},
		{"fs/namei.c:120", "", "fs/namei.c", "", 120, 120, false},
		{"file.c:9", "", "file.c", "", 9, 9, false},
		{"main:4-9", "main", "", "", 4, 9, false},
		{"main:4+9", "main", "", "", 4, 13, false},
		{"main;count=*", "main", "", "count=*", -1, -1, false},
		{"file.c;x:y@z%w", "", "file.c", "x:y@z%w", -1, -1, false},
		{"main@file.c;a = b;", "main", "file.c", "a = b;", -1, -1, false},
		{"vfs_read%return", "vfs_read", "", "", -1, -1, true},
		{"ns::list::insert", "ns::list::insert", "", "", -1, -1, false},
		{"ns::list::insert:2", "ns::list::insert", "", "", 2, 2, false},
		{"list<ns::item, 3>::insert(a::b, int):7", "list<ns::item, 3>::insert(a::b, int)", "", "", 7, 7, false},
		{"ns::operator<:2", "ns::operator<", "", "", 2, 2, false},
		{"operator()(int):2", "operator()(int)", "", "", 2, 2, false},
	};
	struct source_place p;
	struct why why;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(forms); i++) {
		const struct wanted *w = &forms[i];

		if (source_place_parse(&p, w->text, &why))
			fail_msg("%s: %s", w->text, why.text);
		assert_string_equal(p.function, w->function);
		assert_string_equal(p.file, w->file);
		assert_string_equal(p.pattern, w->pattern);
		assert_int_equal(p.has_line, w->first >= 0);
		assert_int_equal(p.line, w->first < 0 ? 0 : w->first);
		assert_int_equal(p.last, w->last < 0 ? 0 : w->last);
		assert_int_equal(p.is_return, w->is_return);
		assert_int_equal(source_place_is_more(&p), strcmp(w->text, w->function) != 0);
	}
}

static void wrong_forms(void **state)
{
	static const char *const forms[][2] = {
		{"main:x", "x is not the number of a line"},
		{"main:", " is not the number"},
		{"main:4-", "no range"},
		{"main:9-4", "neither a line nor a range"},
		{"main:4x", "neither a line nor a range"},
		{"main:-4", "is not the number of a line"},
		{"file.c:0", "counted from 1"},
		{"main;", "a pattern is missing"},
		{"main%entry", "there is only return"},
		{"", "missing"},
		{":4", "missing"},
		{"@file.c", NULL}, /* an entry of nothing in a file: no function has an empty name */
	};
	struct source_place p;
	struct why why;
	char large[600];

	(void)state;
	for (size_t i = 0; i < ELEMENTS(forms); i++) {
		int err = source_place_parse(&p, forms[i][0], &why);

		if (forms[i][1] && (err != -EINVAL || !strstr(why.text, forms[i][1])))
			fail_msg("%s: %d %s", forms[i][0], err, err ? why.text : "");
	}
	memset(large, 'a', sizeof(large) - 1);
	large[sizeof(large) - 1] = '\0';
	assert_int_equal(source_place_parse(&p, large, &why), -EINVAL);
	assert_non_null(strstr(why.text, "longer than"));
	assert_int_equal(source_place_parse(&p, "main:99999999999999999999", &why), 0);
	assert_true(p.line <= 100000000);
}

static void files_by_their_ends(void **state)
{
	struct source_place p;
	struct why why;

	(void)state;
	assert_int_equal(source_place_parse(&p, "read.c:3", &why), 0);
	assert_true(source_place_in_file(&p, "read.c"));
	assert_true(source_place_in_file(&p, "/usr/src/fs/read.c"));
	assert_false(source_place_in_file(&p, "/usr/src/fs/thread.c"));
	assert_false(source_place_in_file(&p, ".c"));
	assert_int_equal(source_place_parse(&p, "fs/read.c:3", &why), 0);
	assert_true(source_place_in_file(&p, "/usr/src/fs/read.c"));
	assert_false(source_place_in_file(&p, "/usr/src/xfs/read.c"));
	assert_int_equal(source_place_parse(&p, "main", &why), 0);
	assert_true(source_place_in_file(&p, "/any/file.c"));
}

static void patterns_ignore_blanks(void **state)
{
	struct source_place p;
	struct why why;

	(void)state;
	assert_int_equal(source_place_parse(&p, "f;count=*", &why), 0);
	assert_true(source_place_matches(&p, "\tcount = next(count);"));
	assert_false(source_place_matches(&p, "\tint count = 0;"));
	assert_int_equal(source_place_parse(&p, "f;total +=n;", &why), 0);
	assert_true(source_place_matches(&p, "total+= n ;"));
	assert_false(source_place_matches(&p, "total+= m ;"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_form),
		cmocka_unit_test(wrong_forms),
		cmocka_unit_test(files_by_their_ends),
		cmocka_unit_test(patterns_ignore_blanks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
