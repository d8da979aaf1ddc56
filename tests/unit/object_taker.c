// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where objtrace takes objects, and what it reads in them (src/tools/objtrace/taker.c). The truth for a value is the
 * fetch of the whole expression, as kprobe has it. Functions and types are those of this system.
 */
#include "test.h"

#include "capture.h"
#include "probe/definition.h"
#include "sys/kernel_btf.h"
#include "tools/objtrace/taker.h"

#include <errno.h>
#include <string.h>

static struct objtrace o;

static void needs_types(void)
{
	if (kernel_btf_load()) {
		print_message("# skip: this kernel's BTF\n");
		skip();
	}
}

static int define(const char *definition, const char *filter, const char *value)
{
	memset(&o, 0, sizeof(o));
	return taker_define(&o, definition, filter, value);
}

static void is_offsets(const int32_t *offsets, uint32_t n)
{
	assert_int_equal(o.value.fetch.noffsets, n);
	assert_memory_equal(o.value.fetch.offsets, offsets, n * sizeof(*offsets));
}

/* The value by `expression` of the function's argument is that by `value` of the object, which `skipped` offsets reach
 */
static void same(const char *definition, const char *value, const char *expression, unsigned skipped)
{
	static struct probe whole;
	const struct probe_fetch *f = &whole.arguments[0].fetch;

	probe_free(&whole);
	whole.target = TARGET_KERNEL;
	assert_int_equal(probe_define(&whole, expression), 0);
	assert_int_equal(define(definition, NULL, value), 0);
	is_offsets(f->offsets + skipped, f->noffsets - skipped);
	assert_int_equal(o.value.fetch.size, f->size);
	assert_int_equal(o.value.fetch.is_signed, f->is_signed);
	assert_int_equal(o.value.fetch.bits, f->bits);
	assert_int_equal(o.value.show, whole.arguments[0].show);
}

static void members(void **state)
{
	(void)state;
	needs_types();
	same("p:vfs_read file", "f_pos", "p:vfs_read file->f_pos", 0);
	same("p:vfs_read file", "f_inode->i_size", "p:vfs_read file->f_inode->i_size", 0);
	same("p:vfs_read file->f_inode", "i_size", "p:vfs_read file->f_inode->i_size", 1);
	same("p:myread vfs_read it=file->f_inode size=count", "i_sb->s_flags", "p:vfs_read file->f_inode->i_sb->s_flags",
		 1);
	same("p:vfs_read  file  ", "f_flags", "p:vfs_read file->f_flags", 0);
	same("p:vfs_read file", "f_pos:x32", "p:vfs_read file->f_pos:x32", 0);
}

static void offsets(void **state)
{
	(void)state;
	assert_int_equal(define("p:vfs_read $arg1", NULL, "0:u16"), 0);
	is_offsets((int32_t[]){0}, 1);
	assert_int_equal(o.value.fetch.size, 2);
	assert_int_equal(define("p:vfs_read obj=$arg1:x64", NULL, "+8:s32"), 0);
	is_offsets((int32_t[]){8}, 1);
	assert_int_equal(o.value.fetch.size, 4);
	assert_true(o.value.fetch.is_signed);
	assert_int_equal(define("p:vfs_read +16($arg1)", NULL, "24"), 0);
	is_offsets((int32_t[]){24}, 1);
	assert_int_equal(o.value.fetch.size, 8);
}

/* The first argument is the object; what only the filter needs is hidden */
static void objects(void **state)
{
	const struct probe *p = &o.taker.probe;

	(void)state;
	needs_types();
	assert_int_equal(define("r:vfs_read other=$retval", NULL, NULL), 0);
	assert_string_equal(p->arguments[0].name, "other");
	assert_int_equal(o.value_at, 0);
	assert_int_equal(define("p:vfs_read file n=count", "n > 5 && pid == 1", "f_pos"), 0);
	assert_string_equal(p->arguments[0].type, "struct file *");
	assert_int_equal(o.value_at, 2);
	assert_false(p->arguments[0].hidden);
	assert_true(p->arguments[1].hidden);
	assert_true(p->arguments[2].hidden);
	assert_int_equal(o.taker.plan.nconditions, 3);
}

static void says(const char *definition, const char *filter, const char *value, const char *message)
{
	const char *text;
	int err;

	capture_begin(2);
	err = define(definition, filter, value);
	text = capture_end();
	if (err != -EINVAL || !strstr(text, message))
		fail_msg("%s: %d, '%s' without '%s'", definition, err, text, message);
}

static void refused(void **state)
{
	(void)state;
	needs_types();
	says("p:vfs_read", NULL, NULL, "which object?");
	says("p:vfs_read file->f_flags", NULL, NULL, "is no address");
	says("p:vfs_read $comm", NULL, NULL, "is no address");
	says("p:vfs_rea* $arg1", NULL, NULL, "objects are taken at one function");
	says("p:vfs_read+8 %R", NULL, NULL, "no register");
	says("p:vfs_read file", NULL, "f_pos more", "no argument more");
	says("p:vfs_read file", NULL, "f_pos count", "one value is read");
	says("p:vfs_read file", NULL, "0:string", "not a string");
	says("p:vfs_read file", "nothing == 1", "f_pos", "nothing");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members),
		cmocka_unit_test(offsets),
		cmocka_unit_test(objects),
		cmocka_unit_test(refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
