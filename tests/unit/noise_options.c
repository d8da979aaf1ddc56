// SPDX-License-Identifier: GPL-2.0-or-later
/* Options of osnoise and timerlat: lists of CPUs, priorities and times, at their edges. */
#include "test.h"

#include "capture.h"
#include "tools/noise/options.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* What is refused is refused with one line, which repeats it. */
static void refused(int (*parse)(void *to, const char *text), void *to, const char *text)
{
	const char *said;
	int err;

	capture_begin(2);
	err = parse(to, text);
	said = capture_end();
	if (err != -EINVAL || !strstr(said, text) || strchr(said, '\n') != said + strlen(said) - 1)
		fail_msg("\"%s\": %d, %s", text, err, said);
}

static void cpus(const char *text, int count, int first, int last)
{
	struct noise_options o = {0};

	assert_int_equal(noise_parse_cpus(&o, text), 0);
	assert_true(o.chosen);
	assert_int_equal(CPU_COUNT(&o.cpus), count);
	assert_true(CPU_ISSET(first, &o.cpus) && CPU_ISSET(last, &o.cpus));
}

static void test_cpus(void **state)
{
	static const char *const wrong[] = {"",
										"-",
										",",
										",0",
										"0,",
										"0,,1",
										"1-",
										"-1",
										"1-0",
										"0-1-2",
										"0x1",
										"a",
										"0 1",
										"0;1",
										"1024",
										"9999",
										"0-1024",
										"0--1",
										"+1",
										"0.5",
										"18446744073709551616",
										"0-18446744073709551616"};

	(void)state;
	cpus("0", 1, 0, 0);
	cpus("7", 1, 7, 7);
	cpus("0,2-3", 3, 0, 3);
	cpus("3-3", 1, 3, 3);
	cpus("1-2,2-3,1", 3, 1, 3); /* each counts once */
	cpus("5,0", 2, 0, 5);
	cpus("1023", 1, 1023, 1023);
	cpus("0-1023", 1024, 0, 1023);
	for (size_t i = 0; i < ELEMENTS(wrong); i++) {
		struct noise_options o = {0};

		refused(noise_parse_cpus, &o, wrong[i]);
		assert_false(o.chosen);
	}
}

/* The last of two options counts, alone. */
static void test_cpus_again(void **state)
{
	struct noise_options o = {0};

	(void)state;
	assert_int_equal(noise_parse_cpus(&o, "0-3"), 0);
	assert_int_equal(noise_parse_cpus(&o, "5"), 0);
	assert_int_equal(CPU_COUNT(&o.cpus), 1);
	assert_true(CPU_ISSET(5, &o.cpus));
}

static void priority(const char *text, int policy, int number)
{
	struct noise_priority p = {0};

	assert_int_equal(noise_parse_priority(&p, text), 0);
	assert_true(p.given);
	assert_int_equal(p.policy, policy);
	assert_int_equal(p.priority, number);
}

static void test_priority(void **state)
{
	static const char *const wrong[] = {"",
										"f",
										"f:",
										"f:0",
										"f:100",
										"r:0",
										"r:100",
										"r:-1",
										"o:-21",
										"o:20",
										"f:1x",
										"f 1",
										"x:1",
										"fifo:1",
										"95",
										"d:1",
										"d:1000us:10000us",
										"o:",
										"f:99999999999999999999",
										"F:1"};

	(void)state;
	priority("f:1", SCHED_FIFO, 1);
	priority("f:99", SCHED_FIFO, 99);
	priority("r:50", SCHED_RR, 50);
	priority("o:0", SCHED_OTHER, 0);
	priority("o:-20", SCHED_OTHER, -20);
	priority("o:19", SCHED_OTHER, 19);
	for (size_t i = 0; i < ELEMENTS(wrong); i++) {
		struct noise_priority p = {0};

		refused(noise_parse_priority, &p, wrong[i]);
		assert_false(p.given);
	}
}

static void us(const char *text, uint64_t ns)
{
	uint64_t got = 1;

	assert_int_equal(noise_parse_us(&got, text), 0);
	assert_int_equal(got, ns);
}

/* A plain number is in microseconds, as rtla's; whatever unit has it, an hour is the most. */
static void test_us(void **state)
{
	static const char *const wrong[] = {"",
										"-1",
										"x",
										"5 us",
										"5k us",
										"20u",
										"3601s",
										"3600000001",
										"61m",
										"3600000000001ns",
										"18446744073709551615",
										"18446744073709552"};
	uint64_t to;

	(void)state;
	us("0", 0);
	us("20", 20000);
	us("20us", 20000);
	us("5ms", 5000000);
	us("1.5ms", 1500000);
	us("500ns", 500);
	us("2s", 2000000000);
	us("3600000000", 3600000000000);
	us("3600s", 3600000000000);
	us("60m", 3600000000000);
	for (size_t i = 0; i < ELEMENTS(wrong); i++) {
		refused(noise_parse_us, &to, wrong[i]);
		refused(noise_parse_length, &to, wrong[i]);
	}
	refused(noise_parse_length, &to, "0");
	refused(noise_parse_length, &to, "0ms");
	assert_int_equal(noise_parse_length(&to, "1"), 0);
	assert_int_equal(to, 1000);
}

static void test_latency(void **state)
{
	static const char *const wrong[] = {"", "-1", "10001", "5us", "x"};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(wrong); i++) {
		struct noise_options o = {0};

		refused(noise_parse_latency, &o, wrong[i]);
		assert_false(o.keeps_latency);
	}
	for (uint64_t i = 0; i <= 10000; i += 10000) {
		struct noise_options o = {.dma_latency_us = 1};

		assert_int_equal(noise_parse_latency(&o, i ? "10000" : "0"), 0);
		assert_true(o.keeps_latency);
		assert_int_equal(o.dma_latency_us, i);
	}
}

/* taskset keeps the process to one CPU, and that does not say which ones it may measure; afterwards it is there still.
 */
static void test_kept_to_one(void **state)
{
	cpu_set_t before, one, after;
	int cpu = 0;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
	while (!CPU_ISSET(cpu, &before))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
	noise = (struct noise_options){.cpus = before, .chosen = true};
	assert_int_equal(noise_check_cpus(false), 0);
	assert_true(CPU_EQUAL(&noise.cpus, &before));
	noise = (struct noise_options){0};
	assert_int_equal(noise_check_cpus(false), 0);
	assert_true(CPU_EQUAL(&noise.cpus, &one));
	noise.priority.policy = SCHED_FIFO; /* then ktally itself would have no CPU */
	capture_begin(2);
	assert_int_equal(noise_check_cpus(true), -EINVAL);
	assert_non_null(strstr(capture_end(), "--force"));
	assert_int_equal(sched_getaffinity(0, sizeof(after), &after), 0);
	assert_true(CPU_EQUAL(&after, &one));
	assert_int_equal(sched_setaffinity(0, sizeof(before), &before), 0);
}

/* Somebody must be left who ends the run. */
static void test_all_cpus(void **state)
{
	cpu_set_t all;
	int last = CPU_SETSIZE - 1;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(all), &all), 0);
	noise = (struct noise_options){.cpus = all, .chosen = true, .priority = {SCHED_FIFO, 1, true}};
	capture_begin(2);
	assert_int_equal(noise_check_cpus(true), -EINVAL);
	assert_non_null(strstr(capture_end(), "real-time priority would leave no CPU"));
	assert_int_equal(noise_check_cpus(false), 0); /* these sleep */
	noise.force = true;
	assert_int_equal(noise_check_cpus(true), 0);
	if (!CPU_ISSET(last, &all)) {
		CPU_SET(last, &noise.cpus);
		capture_begin(2);
		assert_int_equal(noise_check_cpus(true), -EINVAL);
		assert_non_null(strstr(capture_end(), "CPU 1023 is not online"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cpus),	 cmocka_unit_test(test_cpus_again), cmocka_unit_test(test_priority),
		cmocka_unit_test(test_us),		 cmocka_unit_test(test_latency),	cmocka_unit_test(test_kept_to_one),
		cmocka_unit_test(test_all_cpus),
	};

	return RUN(tests);
}
