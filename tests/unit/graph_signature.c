// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Arguments and results of funcgraph (src/tools/funcgraph/signature.c) by this kernel's BTF, and without types. The
 * functions have had the same prototypes since 5.10.
 */
#include "test.h"
#include "tools/funcgraph/signature.h"

#include "sys/kernel_btf.h"
#include "sys/ksyms.h"

#include <string.h>

static struct graph_row row;

/* A call of the function, whose arguments and result are 0; skips where its address or its types are not known */
static void call(const char *function)
{
	row = (struct graph_row){.narguments = 6, .has_result = true};
	if (ksym_address(function, &row.function) || kernel_btf_load()) {
		print_message("# skip: addresses and types of the kernel's functions\n");
		skip();
	}
}

static const char *arguments(void)
{
	static char text[1024];

	int n = signature_arguments(text, sizeof(text), &row, '=');

	assert_int_equal(n, strlen(text));
	return text;
}

static const char *result(uint64_t value)
{
	static char text[128];

	int n;

	row.result = value;
	row.ret = signature_number(&row);
	n = signature_result(text, sizeof(text), &row);
	assert_int_equal(n, strlen(text));
	return text;
}

/* ssize_t vfs_read(struct file *file, char __user *buf, size_t count, loff_t *pos) */
static void by_type(void **state)
{
	char pairs[256];
	int n;

	(void)state;
	call("vfs_read");
	memcpy(row.arguments, (uint64_t[]){0xffff888003a4e300, 0x7ffc00001000, 832, 0xffffc90000123ef0}, 32);
	assert_string_equal(arguments(), "file=0xffff888003a4e300, buf=0x7ffc00001000, count=832, pos=0xffffc90000123ef0");
	n = signature_arguments(pairs, sizeof(pairs), &row, '\0');
	assert_int_equal(
		n, sizeof("file\0000xffff888003a4e300\0buf\0000x7ffc00001000\0count\000832\0pos\0000xffffc90000123ef0"));
	assert_string_equal(pairs + strlen(pairs) + 1, "0xffff888003a4e300");
	assert_string_equal(result(832), "832");
	assert_string_equal(result((uint64_t)-2), "-ENOENT");
	assert_int_equal(row.ret, -2);
	assert_string_equal(result((uint64_t)-512), "-ERESTARTSYS");
	assert_string_equal(result((uint64_t)-5000), "-5000");
	assert_true(signature_returns(&row));
}

/* An int is the register's lower half: struct file *fget(unsigned int fd) */
static void halves(void **state)
{
	(void)state;
	call("fget");
	row.arguments[0] = 0xdeadbeef00000003;
	assert_string_equal(arguments(), "fd=3");
	assert_string_equal(result(0xffff888003a4e300), "0xffff888003a4e300");
	assert_string_equal(result(0), "0x0");
	assert_string_equal(result((uint64_t)-9), "-EBADF"); /* ERR_PTR() */
	call("vfs_open");
	assert_string_equal(result(0xffffffea), "-EINVAL"); /* the upper half of an int's register is anything */
	assert_string_equal(result(0x1200000000), "0");
}

/* void fput(struct file *file) */
static void nothing_returned(void **state)
{
	(void)state;
	call("fput");
	row.result = 5;
	assert_false(signature_returns(&row));
	row.has_result = false;
	assert_false(signature_returns(&row));
	call("vfs_read");
	row.has_result = false;
	assert_false(signature_returns(&row));
}

static void too_few_registers(void **state)
{
	(void)state;
	call("vfs_read");
	row.narguments = 2;
	assert_string_equal(arguments(), "file=0x0, buf=0x0, count=?, pos=?");
}

static void without_types(void **state)
{
	char text[64];

	(void)state;
	row =
		(struct graph_row){.function = 1, .narguments = 3, .arguments = {1, 0xffff888003a4e300, 3}, .has_result = true};
	assert_string_equal(arguments(), "0x1, 0xffff888003a4e300, 0x3");
	assert_int_equal(signature_arguments(text, sizeof(text), &row, '\0'),
					 sizeof("1\0000x1\0002\0000xffff888003a4e300\0003\0000x3"));
	assert_true(signature_returns(&row));
	assert_string_equal(result(16), "0x10");
	assert_string_equal(result(0xfffffffe), "-ENOENT");
	assert_string_equal(result((uint64_t)-2), "-ENOENT");
	assert_string_equal(result(0xffff888003a4e300), "0xffff888003a4e300");
}

static void short_room(void **state)
{
	char text[24];

	(void)state;
	row = (struct graph_row){.function = 1, .narguments = GRAPH_ARGUMENTS};
	memset(row.arguments, 0xff, sizeof(row.arguments));
	for (size_t size = 1; size <= sizeof(text); size++) {
		assert_in_range(signature_arguments(text, size, &row, '='), 0, size - 1);
		assert_in_range(signature_arguments(text, size, &row, '\0'), 0, size - 1);
	}
	signatures_free();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_type),			 cmocka_unit_test(halves),		  cmocka_unit_test(nothing_returned),
		cmocka_unit_test(too_few_registers), cmocka_unit_test(without_types), cmocka_unit_test(short_room),
	};

	return RUN(tests);
}
