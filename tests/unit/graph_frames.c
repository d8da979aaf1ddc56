// SPDX-License-Identifier: GPL-2.0-or-later
/* Own time of funcgraph's calls (src/tools/funcgraph/frames.c): calls in calls, interrupts, lost begins and ends. */
#include "test.h"
#include "tools/funcgraph/frames.h"

#include <stdbool.h>

#define NOT_KNOWN UINT64_MAX

/* An end, and its own time; NOT_KNOWN if that is not known */
static uint64_t end_at(uint32_t tid, uint64_t function, int32_t depth, uint64_t begun, uint64_t ended)
{
	uint64_t own;

	return frames_end(tid, function, depth, begun, ended, &own) ? own : NOT_KNOWN;
}

/* The same, now */
static uint64_t end(uint32_t tid, uint64_t function, int32_t depth, uint64_t duration)
{
	static uint64_t now = 1000;

	now += duration;
	return end_at(tid, function, depth, now - duration, now);
}

static void nested(void **state)
{
	(void)state;
	frames_begin(1, 'a', 0);
	frames_begin(1, 'b', 1);
	frames_begin(1, 'c', 2);
	assert_int_equal(end(1, 'c', 2, 10), 10);
	assert_int_equal(end(1, 'b', 1, 25), 15);
	frames_begin(1, 'b', 1);
	assert_int_equal(end(1, 'b', 1, 5), 5);
	assert_int_equal(end(1, 'a', 0, 100), 70);
	frames_begin(1, 'a', 0); /* nothing is left of the first */
	assert_int_equal(end(1, 'a', 0, 100), 100);
}

static void recursion(void **state)
{
	(void)state;
	for (int i = 0; i < 50; i++)
		frames_begin(1, 'a', i);
	for (int i = 50; i-- > 0;)
		assert_int_equal(end(1, 'a', i, (uint64_t)(50 - i) * 3), 3);
}

static void threads_apart(void **state)
{
	(void)state;
	for (uint32_t tid = 1; tid <= 1000; tid++)
		frames_begin(tid, 'a', 0);
	for (uint32_t tid = 1; tid <= 1000; tid++)
		frames_begin(tid, 'b', 1);
	for (uint32_t tid = 1000; tid; tid--) {
		assert_int_equal(end(tid, 'b', 1, tid), tid);
		assert_int_equal(end(tid, 'a', 0, 3 * tid), 2 * tid);
	}
}

/* In an interrupt that comes while the end is noted, the depth is that of the call which ends. */
static void interrupt_at_the_end(void **state)
{
	(void)state;
	frames_begin(1, 'a', 0);
	frames_begin(1, 'i', 0);
	frames_begin(1, 'j', 1);
	assert_int_equal(end_at(1, 'j', 1, 103, 105), 2);
	assert_int_equal(end_at(1, 'i', 0, 102, 109), 5);
	assert_int_equal(end_at(1, 'a', 0, 100, 110), 3); /* before the time of the end was taken */
	frames_begin(1, 'o', 0);
	frames_begin(1, 'a', 1);
	frames_begin(1, 'i', 1);
	assert_int_equal(end_at(1, 'i', 1, 110, 117), 7);
	frames_begin(1, 'i', 1);
	assert_int_equal(end_at(1, 'i', 1, 118, 119), 1);
	assert_int_equal(end_at(1, 'a', 1, 100, 110), 10); /* after it */
	assert_int_equal(end_at(1, 'o', 0, 90, 130), 22);
}

static void interrupt_at_the_begin(void **state)
{
	(void)state;
	frames_begin(1, 'o', 0);
	frames_begin(1, 'b', 1);
	assert_int_equal(end_at(1, 'b', 1, 91, 99), 8);
	frames_begin(1, 'i', 2);
	assert_int_equal(end_at(1, 'i', 2, 101, 104), 3);
	frames_begin(1, 'a', 1);
	assert_int_equal(end_at(1, 'a', 1, 100, 110), 7);
	assert_int_equal(end_at(1, 'o', 0, 90, 120), 12);
}

/* More callees than are remembered one by one */
static void many_callees(void **state)
{
	(void)state;
	frames_begin(1, 'o', 0);
	frames_begin(1, 'a', 1);
	for (uint64_t i = 0; i < 1000; i++) {
		frames_begin(1, 'b', 2);
		assert_int_equal(end_at(1, 'b', 2, 1000 + 10 * i, 1004 + 10 * i), 4);
	}
	frames_begin(1, 'i', 1);
	assert_int_equal(end_at(1, 'i', 1, 20000, 20005), 5);
	assert_int_equal(end_at(1, 'a', 1, 900, 19900), 15000);
	assert_int_equal(end_at(1, 'o', 0, 800, 21000), 20200 - 19000 - 5);
}

static void lost_ends(void **state)
{
	(void)state;
	frames_begin(1, 'a', 0);
	frames_begin(1, 'b', 1);
	frames_begin(1, 'c', 2);
	assert_int_equal(end(1, 'b', 1, 9), NOT_KNOWN); /* how long c took is not known */
	assert_int_equal(end(1, 'a', 0, 19), 10);
	frames_begin(1, 'a', 0);
	frames_begin(1, 'b', 1);
	frames_begin(1, 'c', 2);
	frames_begin(1, 'b', 1); /* the first b and c have lost their ends */
	frames_begin(1, 'b', 1);
	assert_int_equal(end(1, 'b', 1, 4), 4);
	frames_begin(1, 'a', 0);
	frames_begin(1, 'a', 0);
	assert_int_equal(end(1, 'a', 0, 4), 4);
	frames_free();
	assert_int_equal(end(1, 'a', 0, 4), NOT_KNOWN);
}

static void lost_begins(void **state)
{
	(void)state;
	assert_int_equal(end(2, 'a', 0, 4), NOT_KNOWN);
	frames_begin(2, 'a', 0);
	assert_int_equal(end(2, 'b', 1, 4), NOT_KNOWN);
	assert_int_equal(end(2, 'a', 0, 10), 6); /* b was in it all the same */
	frames_begin(2, 'a', 0);
	frames_begin(2, 'b', 1);
	assert_int_equal(end(2, 'b', 1, 20), 20);
	assert_int_equal(end(2, 'a', 0, 10), NOT_KNOWN); /* a callee cannot have taken longer */
}

static void deeper_than_any(void **state)
{
	(void)state;
	for (int i = 0; i < 1000; i++)
		frames_begin(3, 'a', i);
	for (int i = 1000; i-- > 0;)
		end(3, 'a', i, (uint64_t)(1000 - i));
	frames_begin(3, 'a', 0);
	assert_int_equal(end(3, 'a', 0, 5), 5);
	frames_free();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nested),		   cmocka_unit_test(recursion),
		cmocka_unit_test(threads_apart),   cmocka_unit_test(interrupt_at_the_end),
		cmocka_unit_test(lost_ends),	   cmocka_unit_test(lost_begins),
		cmocka_unit_test(deeper_than_any), cmocka_unit_test(interrupt_at_the_begin),
		cmocka_unit_test(many_callees),
	};

	return RUN(tests);
}
