// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists of calls, names, aliases, classes and constants. */
#include "test.h"

#include "calls/select.h"

#include <errno.h>
#include <ktally/syscount.h>
#include <string.h>

static struct call_set set;
static char message[300];

static int chosen(const char *list)
{
	return call_select(&set, list, MACHINE_X86_64, message, sizeof(message));
}

static bool has(const char *name)
{
	const struct call *c = call_by_name(name, strlen(name));

	assert_non_null(c);
	return call_set_has(&set, (uint32_t)c->numbers[MACHINE_X86_64]);
}

static void test_lists(void **state)
{
	(void)state;
	assert_int_equal(chosen("open,close"), 0);
	assert_true(has("open") && has("close") && !has("openat"));
	assert_int_equal(chosen("!open,close"), 0);
	assert_true(!has("open") && !has("close") && has("openat"));
	assert_false(call_set_has(&set, 511));
	assert_int_equal(chosen("open*"), 0);
	assert_true(has("open") && has("openat2") && !has("mq_open"));
	assert_int_equal(chosen("/open"), 0);
	assert_true(has("open") && has("mq_open") && !has("close"));
	assert_int_equal(chosen("?nothing,getpid"), 0);
	assert_true(has("getpid"));
	assert_int_equal(chosen("none"), 0);
	assert_false(has("getpid"));
	assert_int_equal(chosen("all"), 0);
	assert_true(has("getpid"));
}

static void test_classes(void **state)
{
	(void)state;
	assert_int_equal(chosen("%file"), 0);
	assert_true(has("openat") && has("statx") && has("unlinkat") && !has("read"));
	assert_int_equal(chosen("network"), 0);
	assert_true(has("connect") && !has("openat"));
	assert_int_equal(chosen("%%stat"), 0);
	assert_true(has("stat") && has("lstat") && has("statx"));
	assert_int_equal(chosen("%stat"), 0);
	assert_true(has("stat") && !has("lstat"));
	assert_int_equal(chosen("stat"), 0); /* a call's name before a class's */
	assert_true(has("stat") && !has("lstat"));
}

static void test_machines(void **state)
{
	(void)state;
	assert_int_equal(chosen("open@32"), 0);
	assert_false(has("open"));
	assert_true(call_set_has(&set, 5 | SYSCOUNT_32BIT));
	assert_int_equal(chosen("open@64"), 0);
	assert_true(has("open"));
	assert_false(call_set_has(&set, 5 | SYSCOUNT_32BIT));
	assert_int_equal(call_select(&set, "open", MACHINE_AARCH64, message, sizeof(message)), 0);
	assert_false(call_set_has(&set, 2));
	assert_int_equal(chosen("umount"), 0);
	assert_true(has("umount2") && call_set_has(&set, 22 | SYSCOUNT_32BIT));
	assert_int_equal(chosen("newstat"), 0);
	assert_true(has("stat"));
}

static void test_refusals(void **state)
{
	(void)state;
	assert_int_equal(chosen("opne"), -ENOENT);
	assert_non_null(strstr(message, "opne"));
	assert_int_equal(chosen("%what"), -EINVAL);
	assert_non_null(strstr(message, "%file"));
	assert_int_equal(chosen("open,,close"), -EINVAL);
	assert_int_equal(chosen("open@16"), -EINVAL);
	assert_int_equal(chosen("/("), -EINVAL);
	assert_int_equal(chosen("xyz*"), -ENOENT);
}

static void test_names(void **state)
{
	char text[64];
	const struct call *c = call_of(257, MACHINE_X86_64);
	uint32_t value;

	(void)state;
	assert_ptr_equal(c, call_of(56, MACHINE_AARCH64));
	assert_true(call_name(text, sizeof(text), c) > 0);
	assert_string_equal(text, "openat");
	assert_true(call_argument_name(text, sizeof(text), c, 3) > 0);
	assert_string_equal(text, "mode");
	assert_int_equal(call_argument_name(text, sizeof(text), c, 4), -ENOENT);
	assert_null(call_of(511, MACHINE_X86_64));
	assert_int_equal(constant_value(V_O, "O_CREAT", 7, &value), 0);
	assert_int_equal(value, 0100);
	assert_int_equal(constant_find(MACHINE_X86_64, "O_DIRECT", 8, &value), 0);
	assert_int_equal(value, 040000);
	assert_int_equal(constant_find(MACHINE_AARCH64, "O_DIRECT", 8, &value), 0);
	assert_int_equal(value, 0200000);
	assert_int_equal(constant_find(MACHINE_X86_64, "O_NOTHING", 9, &value), -ENOENT);
	assert_string_equal(constant_name(V_SEEK, 2), "SEEK_END");
	assert_null(constant_name(V_SEEK, 99));
}

/* Each number has one name, and each call has its own */
static void test_table(void **state)
{
	static const struct call *by[MACHINES][SYSCOUNT_NUMBERS];
	const struct call *c = NULL;

	(void)state;
	while ((c = call_next(c)))
		for (int m = 0; m < MACHINES; m++) {
			int n = c->numbers[m];

			assert_true(n < SYSCOUNT_NUMBERS);
			if (n < 0)
				continue;
			assert_null(by[m][n]);
			by[m][n] = c;
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lists),	 cmocka_unit_test(test_classes), cmocka_unit_test(test_machines),
		cmocka_unit_test(test_refusals), cmocka_unit_test(test_names),	 cmocka_unit_test(test_table),
	};

	return RUN(tests);
}
