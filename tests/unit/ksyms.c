// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's functions: names, and the modules they are in */
#include "test.h"

#include "sys/ksyms.h"

#include <stdio.h>
#include <string.h>

static char list[] = "0000000000000000 A fixed\n"
					 "ffffffff81000000 T _text\n"
					 "ffffffff81000100 t do_one_thing\n"
					 "ffffffff81000200 D not_a_function\n"
					 "ffffffff81000300 W weak\n"
					 "ffffffff81000400 T __sched_text_start\n"
					 "ffffffff81000400 T schedule\n"
					 "ffffffff81000480 t mutex_lock\n"
					 "ffffffff81000500 T __sched_text_end\n"
					 "ffffffff81000500 t after\n"
					 "ffffffffc0000000 t ext4_sync_file\t[ext4]\n"
					 "ffffffffc0000100 t ext4_sync_fs\t[ext4]\n"
					 "ffffffffc0001000 t xfs_sync\t[xfs]\n"
					 "ffffffffc0000080 t ext4_between\t[ext4]\n"
					 "ffffffffc0002000 t bpf_prog_6deef7357e7b4530_each\t[bpf]\n"
					 "ffffffffc0003000 t cut\t[modu";

static void is(uint64_t address, const char *name, const char *frame)
{
	char text[200];

	assert_int_equal(ksym_name(text, sizeof(text), address), strlen(name));
	assert_string_equal(text, name);
	assert_int_equal(ksym_frame(text, sizeof(text), address), strlen(frame));
	assert_string_equal(text, frame);
}

static void modules(void **state)
{
	(void)state;
	ksyms_text(list);
	is(0xffffffff81000000, "_text", "_text_[k]");
	is(0xffffffff810002ff, "do_one_thing", "do_one_thing_[k]");
	is(0xffffffff81000301, "weak", "weak_[k]");
	is(0xffffffffc0000001, "ext4_sync_file",
	   "ext4_sync_file\x1f"
	   "ext4_[k]");
	is(0xffffffffc0000099, "ext4_between",
	   "ext4_between\x1f"
	   "ext4_[k]");
	is(0xffffffffc0000101, "ext4_sync_fs",
	   "ext4_sync_fs\x1f"
	   "ext4_[k]");
	is(0xffffffffc0001000, "xfs_sync", "xfs_sync\x1fxfs_[k]");
	is(0xffffffffc0002010, "bpf_prog_6deef7357e7b4530_each",
	   "bpf_prog_6deef7357e7b4530_each\x1f"
	   "bpf_[k]");
	is(0xffffffffc0003000, "cut", "cut\x1fmodu_[k]");
	is(0x1000, "0x1000", "0x1000_[k]");
}

static void the_scheduler(void **state)
{
	(void)state;
	assert_false(ksym_in_scheduler(0xffffffff810003ff));
	assert_true(ksym_in_scheduler(0xffffffff81000400));
	assert_true(ksym_in_scheduler(0xffffffff810004ff));
	assert_false(ksym_in_scheduler(0xffffffff81000500));
	assert_false(ksym_in_scheduler(0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(modules), cmocka_unit_test(the_scheduler)};

	return RUN(tests);
}
