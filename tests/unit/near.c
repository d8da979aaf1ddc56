// SPDX-License-Identifier: GPL-2.0-or-later
/* The nearest name: what a slip of the fingers makes of a name finds it again; what is another word finds nothing. */
#include "base/near.h"
#include "test.h"

#include <string.h>

static const char *const names[] = {
	"vfs_read",			  "vfs_readv",			"vfs_write", "malloc", "calloc", "realloc", "iolatency", "timestamp",
	"sched:sched_switch", "sched:sched_wakeup", "u8",		 "x8",	   "libgc",	 "libc",	"ls",
};

static const char *nearest_to(struct nearest *n, const char *wanted)
{
	nearest_begin(n, wanted);
	for (size_t i = 0; i < ELEMENTS(names); i++)
		nearest_offer(n, names[i]);
	return nearest_name(n);
}

static void slips_are_found(void **state)
{
	static const char *const slips[][2] = {
		{"vfs_raed", "vfs_read"},  /* two letters in the wrong order */
		{"vfs_red", "vfs_read"},   /* one is missing */
		{"vfs_reaad", "vfs_read"}, /* one too many: vfs_readv is as near, and comes later */
		{"fvs_raed", "vfs_read"},  /* two slips */
		{"mallok", "malloc"},	   /* a wrong one */
		{"iolatncy", "iolatency"},
		{"timestmp", "timestamp"},
		{"sched:sched_swich", "sched:sched_switch"},
		{"shced:shced_swtch", "sched:sched_switch"},
		{"ks", "ls"},
		{"libcc", "libc"}, /* libgc is as near, but they part earlier */
		{"malloc", "malloc"},
	};
	struct nearest n;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(slips); i++)
		assert_string_equal(nearest_to(&n, slips[i][0]), slips[i][1]);
}

static void other_words_are_not(void **state)
{
	static const char *const others[] = {"", "l", "kprobe", "vfs_fsync_range", "free", "fork", "block:block_rq_issue"};
	struct nearest n;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(others); i++)
		assert_null(nearest_to(&n, others[i]));
	nearest_begin(&n, "vfs_raed");
	assert_null(nearest_name(&n));
	nearest_offer(&n, "");
	assert_null(nearest_name(&n));
}

/* What is kept is a copy, and of bounded size. */
static void long_names(void **state)
{
	char wanted[400], name[400];
	struct nearest n;

	(void)state;
	for (size_t length = 1; length < sizeof(name); length++) {
		memset(name, 'a', length);
		name[length] = '\0';
		memcpy(wanted, name, length + 1);
		wanted[length / 2] = 'b';
		nearest_begin(&n, wanted);
		nearest_offer(&n, name);
		memset(name, 'x', length);
		if (length == 1 || length >= NEAREST_NAME) {
			assert_null(nearest_name(&n));
			continue;
		}
		assert_int_equal(strlen(nearest_name(&n)), length);
		assert_int_equal(strspn(nearest_name(&n), "a"), length);
	}
}

static void the_first_few(void **state)
{
	struct near n = {.wanted = "vfs_raed", .length = 8};
	char text[40];

	(void)state;
	near_text(text, sizeof(text), &n);
	assert_string_equal(text, "nothing");
	for (size_t i = 0; i < ELEMENTS(names); i++)
		near_add(&n, names[i]);
	near_text(text, sizeof(text), &n);
	assert_memory_equal(text, "vfs_read, vfs_readv, ", 21);
	assert_int_equal(strlen(text), sizeof(text) - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slips_are_found),
		cmocka_unit_test(other_words_are_not),
		cmocka_unit_test(long_names),
		cmocka_unit_test(the_first_few),
	};

	return RUN(tests);
}
