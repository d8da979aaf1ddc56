// SPDX-License-Identifier: GPL-2.0-or-later
/* Explanations of osnoise and timerlat: who had the CPU, of records made by hand. */
#include "test.h"

#include "tools/noise/explain.h"
#include "tools/noise/parts.h"
#include "tools/noise/rows.h"

#include <ktally/hardirqs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FROM 1000000000 /* of each stop here */

static struct noise_stop stop;

static void begin(uint64_t ns)
{
	stop = (struct noise_stop){.what = "gap", .from_ns = FROM, .to_ns = FROM + ns, .limit_ns = ns / 2};
}

/* It ended that long after FROM. */
static void past(uint32_t class, uint32_t id, const char *name, int64_t ended, uint64_t ns)
{
	struct noise_past *p = &stop.record.past[stop.record.npast++ % NOISE_PASTS];

	*p = (struct noise_past){.ended_ns = (uint64_t)(FROM + ended), .ns = ns, .source = {.class = class, .id = id}};
	memcpy(p->source.name, name, strlen(name));
}

static void thread(uint32_t tid, int64_t ended, uint64_t ns)
{
	past(NOISE_THREAD, tid, "load", ended, ns);
}

static void explains(const char *wanted)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	noise_explain(out, &stop);
	fclose(out);
	assert_string_equal(text, wanted);
	free(text);
}

static void test_order(void **state)
{
	(void)state;
	begin(1000000);
	past(NOISE_IRQ, HARDIRQ_LOCAL_TIMER, "", 100000, 50000);
	thread(77, 700000, 600000);
	past(NOISE_SOFTIRQ, 1, "", 750000, 10000);
	past(NOISE_IRQ, HARDIRQ_LOCAL_TIMER, "", 800000, 50000);
	past(NOISE_NMI, 0, "", 900000, 200000);
	explains("  thread load:77                                   600\302\265s   60.00%\n"
			 "  nmi -                                            200\302\265s   20.00%\n"
			 "  irq local_timer, 2 times                         100\302\265s   10.00%\n"
			 "  softirq TIMER                                   10.0\302\265s    1.00%\n"
			 "  unexplained                                     90.0\302\265s    9.00%\n");
}

static void test_nobody(void **state)
{
	(void)state;
	begin(1000000);
	explains("  hardware or hypervisor: no program saw anything    1.00ms  100.00%\n");
}

/* What ended before is not part of it, nor what ends later; what began before is, with what can be inside. */
static void test_edges(void **state)
{
	struct noise_parts *parts;

	(void)state;
	begin(1000);
	thread(1, -1, 500);
	thread(2, 0, 500);
	thread(3, 100, 500);
	thread(4, 1000, 300);
	thread(5, 1001, 300);
	parts = noise_parts(&stop);
	assert_int_equal(parts->n, 2);
	assert_int_equal(parts->list[0].source.id, 4);
	assert_int_equal(parts->list[0].ns, 300);
	assert_int_equal(parts->list[1].source.id, 3);
	assert_int_equal(parts->list[1].ns, 100);
	assert_int_equal(parts->whole_ns, 1000);
	assert_int_equal(parts->unexplained_ns, 600);
	assert_false(parts->incomplete);
	free(parts);
}

/* The kernel's tracer writes its record after its measurement: what interrupted it then is no part of it. */
static void test_after_the_end(void **state)
{
	struct noise_parts *parts;

	(void)state;
	begin(1000);
	thread(1, 990, 990);
	past(NOISE_IRQ, 5, "five", 995, 30);
	past(NOISE_IRQ, 6, "six", 1000, 5);
	parts = noise_parts(&stop);
	assert_int_equal(parts->n, 2);
	assert_int_equal(parts->list[0].ns, 990);
	assert_int_equal(parts->list[1].source.id, 5);
	assert_int_equal(parts->list[1].ns, 10);
	assert_int_equal(parts->unexplained_ns, 0);
	free(parts);
}

/* Of a period it is not the time that counts, but what was noise in it. */
static void test_noise_of_a_period(void **state)
{
	struct noise_parts *parts;

	(void)state;
	begin(1000);
	stop.noise_ns = 700;
	thread(1, 500, 400);
	parts = noise_parts(&stop);
	assert_int_equal(noise_stop_ns(&stop), 700);
	assert_int_equal(parts->whole_ns, 700);
	assert_int_equal(parts->unexplained_ns, 300);
	free(parts);
}

static void test_nothing_unexplained(void **state)
{
	struct noise_parts *parts;

	(void)state;
	begin(1000);
	thread(1, 500, 500);
	thread(2, 1000, 500);
	parts = noise_parts(&stop);
	assert_int_equal(parts->unexplained_ns, 0);
	free(parts);
}

/* The same name with another number, or another class, is somebody else. */
static void test_sources(void **state)
{
	struct noise_parts *parts;

	(void)state;
	begin(1000);
	thread(1, 100, 10);
	thread(2, 200, 10);
	past(NOISE_SOFTIRQ, 1, "", 300, 10);
	thread(1, 400, 10);
	parts = noise_parts(&stop);
	assert_int_equal(parts->n, 3);
	assert_int_equal(parts->list[0].source.id, 1);
	assert_int_equal(parts->list[0].count, 2);
	assert_int_equal(parts->list[0].ns, 20);
	free(parts);
}

static void count_lines(const char *text, unsigned *lines)
{
	for (*lines = 0; (text = strchr(text, '\n')); text++)
		++*lines;
}

static void test_many(void **state)
{
	char text[4096];
	unsigned lines;
	FILE *out = fmemopen(text, sizeof(text), "w");

	(void)state;
	begin(1000000);
	for (uint32_t i = 1; i <= 25; i++)
		thread(i, 30000 * i, 1000 * i);
	noise_explain(out, &stop);
	fclose(out);
	count_lines(text, &lines);
	assert_int_equal(lines, 18);
	assert_ptr_equal(strstr(text, "  thread load:25 "), text);
	assert_non_null(strstr(text, "  thread load:10 "));
	assert_null(strstr(text, "load:9 "));
	assert_non_null(strstr(text, "  9 others                                        45.0\302\265s    4.50%\n"));
	assert_non_null(strstr(text, "  unexplained                                      675\302\265s   67.50%\n"));
	assert_null(strstr(text, "not kept"));
}

/* The ring keeps the last ones. It matters only where the first ones of the time in question are gone. */
static void test_overwritten(void **state)
{
	struct noise_parts *parts;
	char text[4096];
	FILE *out;

	(void)state;
	begin(1000000);
	for (int i = 1; i <= NOISE_PASTS; i++)
		thread(5, i * 1000, 100);
	parts = noise_parts(&stop);
	assert_false(parts->incomplete);
	assert_int_equal(parts->list[0].count, NOISE_PASTS);
	free(parts);
	thread(6, 600000, 7);
	parts = noise_parts(&stop);
	assert_true(parts->incomplete);
	assert_int_equal(parts->n, 2);
	assert_int_equal(parts->list[0].count, NOISE_PASTS - 1);
	assert_int_equal(parts->list[0].ns, 100 * (NOISE_PASTS - 1));
	assert_int_equal(parts->unexplained_ns, 1000000 - parts->list[0].ns - 7);
	free(parts);
	out = fmemopen(text, sizeof(text), "w");
	noise_explain(out, &stop);
	fclose(out);
	assert_non_null(strstr(text, "\n  (of more than 512 interruptions the first are not kept)\n"));
	assert_non_null(strstr(text, "\n  unexplained, or too long ago "));
	begin(1000);
	for (int i = -NOISE_PASTS; i <= 1; i++)
		thread(5, i, 1);
	parts = noise_parts(&stop);
	assert_false(parts->incomplete);
	assert_int_equal(parts->list[0].count, 1);
	free(parts);
}

/* As many sources as the ring holds */
static void test_full(void **state)
{
	struct noise_parts *parts;

	(void)state;
	begin(1000000);
	for (uint32_t i = 1; i <= NOISE_PASTS; i++)
		thread(i, 1000 * i, i);
	parts = noise_parts(&stop);
	assert_int_equal(parts->n, NOISE_PASTS);
	for (size_t i = 0; i < NOISE_PASTS; i++)
		assert_int_equal(parts->list[i].ns, NOISE_PASTS - i);
	free(parts);
}

static void named(uint32_t class, uint32_t id, const char *name, const char *wanted)
{
	struct noise_source source = {.class = class, .id = id};
	char got[128];
	int length;

	memcpy(source.name, name, strnlen(name, NOISE_NAME));
	length = noise_source_name(got, sizeof(got), &source);
	assert_string_equal(got, wanted);
	assert_int_equal(length, strlen(wanted));
}

static void test_names(void **state)
{
	(void)state;
	named(NOISE_THREAD, 77, "kworker/0:1", "kworker/0:1:77");
	named(NOISE_THREAD, 4294967295, "", ":4294967295");
	named(NOISE_THREAD, 1, "0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef:1"); /* no NUL */
	named(NOISE_IRQ, HARDIRQ_LOCAL_TIMER, "", "local_timer");
	named(NOISE_IRQ, 24, "nvme0q1", "nvme0q1");
	named(NOISE_IRQ, 24, "0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef");
	named(NOISE_SOFTIRQ, 3, "", "NET_RX");
	named(NOISE_NMI, 0, "", "-");
	named(NOISE_HARDWARE, 0, "", "-");
	assert_string_equal(noise_class_name(NOISE_HARDWARE), "hardware");
	assert_string_equal(noise_class_name(NOISE_HARDWARE + 1), "?");
}

/* A thread may have any bytes as its name: they reach a terminal as text, in one line. */
static void test_untrusted(void **state)
{
	(void)state;
	begin(1000000);
	past(NOISE_THREAD, 7, "\033[2J\n\\\377", 500000, 500000);
	explains("  thread \\x1b[2J\\n\\\\\\xff:7                         500\302\265s   50.00%\n"
			 "  unexplained                                      500\302\265s   50.00%\n");
	begin(1000000);
	past(NOISE_THREAD, 4194304, "\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001", 500000, 500000);
	explains("  thread \\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x01:4194304     "
			 "500\302\265s   "
			 "50.00%\n"
			 "  unexplained                                      500\302\265s   50.00%\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_nobody),
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_after_the_end),
		cmocka_unit_test(test_noise_of_a_period),
		cmocka_unit_test(test_nothing_unexplained),
		cmocka_unit_test(test_sources),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_overwritten),
		cmocka_unit_test(test_full),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_untrusted),
	};

	return RUN(tests);
}
