// SPDX-License-Identifier: GPL-2.0-or-later
/* What the kernel's file `hist` says (src/report/boot_totals.c). The texts are those of Linux 6.12. */
#include "test.h"

#include "report/boot_totals.h"

#include <string.h>

static struct boot_totals t;

static void read_text(const char *text)
{
	static char copy[2048];

	strcpy(copy, text);
	assert_int_equal(boot_totals_read(&t, copy), 0);
}

static void is(size_t i, const char *key, int exponent, uint64_t hits, uint64_t value)
{
	assert_true(i < t.n);
	assert_string_equal(t.list[i].key, key);
	assert_int_equal(t.list[i].exponent, exponent);
	assert_int_equal(t.list[i].hits, hits);
	assert_int_equal(t.list[i].value, value);
}

static void buckets(void **state)
{
	(void)state;
	read_text(
		"# event histogram\n#\n# trigger info: hist:keys=ns.log2:vals=hitcount:sort=hitcount:size=2048 [active]\n#\n"
		"\n{ ns: ~ 2^12 } hitcount:          5\n{ ns: ~ 2^0  } hitcount:          2\n"
		"{ ns: ~ 2^10 } hitcount:          7\n\nTotals:\n    Hits: 14\n    Entries: 3\n    Dropped: 2\n");
	assert_string_equal(t.trigger, "hist:keys=ns.log2:vals=hitcount:sort=hitcount:size=2048 [active]");
	assert_int_equal(t.n, 3);
	is(0, "", 0, 2, 0);
	is(1, "", 10, 7, 0);
	is(2, "", 12, 5, 0);
	assert_int_equal(t.hits, 14);
	assert_int_equal(t.dropped, 2);
	assert_string_equal(t.value, "");
	boot_totals_free(&t);
}

static void keys(void **state)
{
	(void)state;
	read_text(
		"{ common_pid: sh              [         80], bytes_req:       8 } hitcount:          1  bytes_alloc:    "
		"      8\n"
		"{ common_pid: ls              [         81], bytes_req:      64 } hitcount:          4  bytes_alloc:     "
		"   128\n");
	assert_int_equal(t.n, 2);
	is(0, "common_pid: ls [ 81], bytes_req: 64", -1, 4, 128);
	is(1, "common_pid: sh [ 80], bytes_req: 8", -1, 1, 8);
	assert_string_equal(t.value, "bytes_alloc");
	boot_totals_free(&t);
}

static void buckets_by_key(void **state)
{
	(void)state;
	read_text("{ comm: a b             , ns: ~ 2^14 } hitcount:          8\n");
	is(0, "comm: a b", 14, 8, 0);
	boot_totals_free(&t);
	read_text("{ vec:          9, ns: ~ 2^14 } hitcount:          8\n"
			  "{ vec:          1, ns: ~ 2^13 } hitcount:          9\n"
			  "{ vec:          9, ns: ~ 2^2  } hitcount:          7\n");
	assert_int_equal(t.n, 3);
	is(0, "vec: 1", 13, 9, 0);
	is(1, "vec: 9", 2, 7, 0);
	is(2, "vec: 9", 14, 8, 0);
	boot_totals_free(&t);
}

/* comm is what a task calls itself. */
static void forged(void **state)
{
	(void)state;
	read_text("{ common_pid: } hitcount:9    [         80] } hitcount:          1\n"
			  "{ common_pid: \n{a} hitcount:9 [         81] } hitcount:          2\n"
			  "{ common_pid: } hitcount:9\n    [         82] } hitcount:          4\nTotals:\n    Hits: 7\n");
	assert_int_equal(t.n, 3);
	is(0, "common_pid:", -1, 9, 0); /* nothing tells this one from the kernel's own, but the sum */
	is(1, "common_pid: ;{a} hitcount:9 [ 81]", -1, 2, 0);
	is(2, "common_pid: } hitcount:9 [ 80]", -1, 1, 0);
	assert_int_equal(t.hits, 7);
	assert_int_equal(t.sum, 12);
	boot_totals_free(&t);
}

static void stacks(void **state)
{
	(void)state;
	read_text("{ common_stacktrace:\n         kmalloc+0x1c/0x30\n         do_one_initcall+0x58/0x300\n} hitcount:      "
			  "    2\n");
	assert_int_equal(t.n, 1);
	is(0, "common_stacktrace: kmalloc+0x1c/0x30;do_one_initcall+0x58/0x300", -1, 2, 0);
	boot_totals_free(&t);
}

/* A forged row beside buckets is no bucket, and parts no key's table in two. */
static void forged_beside_buckets(void **state)
{
	(void)state;
	read_text("{ comm: b, ns: ~ 2^4  } hitcount:          5\n"
			  "{ comm: x\n{a} hitcount:6\n, ns: ~ 2^1  } hitcount:          1\n"
			  "{ comm: a, ns: ~ 2^9  } hitcount:          9\n"
			  "{ comm: b, ns: ~ 2^3  } hitcount:          7\n");
	assert_int_equal(t.n, 4);
	is(0, "comm: a", 9, 9, 0);
	is(1, "comm: b", 3, 7, 0);
	is(2, "comm: b", 4, 5, 0);
	is(3, "comm: x;{a", -1, 6, 0);
	boot_totals_free(&t);
}

/* The kernel does not escape strings: a name with a line of its own cannot be told from one. It is no crash, and no
 * more than the text says. */
static void strange(void **state)
{
	static const char *const texts[] = {"",
										"{",
										"{ a: 1",
										"{ a: 1 }",
										"{ a: 1 } hitcount:",
										"}",
										"\n\n",
										"{ a: 1 } hitcount: x\n",
										"Totals:\n    Hits:"};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(texts); i++) {
		read_text(texts[i]);
		assert_int_equal(t.n, 0);
		boot_totals_free(&t);
	}
	read_text("{ ns: ~ 2^65 } hitcount: 1\n{ a } hitcount: 2\n");
	is(0, "a", -1, 2, 0);
	is(1, "ns: ~ 2^65", -1, 1, 0);
	boot_totals_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(buckets), cmocka_unit_test(keys),	 cmocka_unit_test(buckets_by_key),
		cmocka_unit_test(stacks),  cmocka_unit_test(forged), cmocka_unit_test(forged_beside_buckets),
		cmocka_unit_test(strange),
	};

	return RUN(tests);
}
