// SPDX-License-Identifier: GPL-2.0-or-later
/* What the ftrace form of trace keeps and asks for: threads with their calls and texts, and the filter of numbers. */
#include "test.h"

#include "tools/trace/endings.h"
#include "tools/trace/names.h"
#include "tools/trace/number_filter.h"
#include "tools/trace/threads.h"

#include <string.h>

static const char *filter(const char *list, bool returns)
{
	static char text[4000];
	struct selection calls = {0};

	assert_true(names_use("x86_64"));
	if (list)
		assert_int_equal(select_parse(&calls, list), 0);
	number_filter(text, sizeof(text), &calls, returns);
	return text;
}

static void test_filter(void **state)
{
	char small[20];
	struct selection calls = {0};

	(void)state;
	assert_string_equal(filter(NULL, false), "");
	assert_string_equal(filter("openat@64", false), "(id == 257 || id >= 1073741824)");
	assert_string_equal(filter("read@64,write@64,open@64,stat@64", true),
						"((id >= 0 && id <= 2) || id == 4 || id >= 1073741824 || id == -1)");
	assert_string_equal(filter("read", false), "(id == 0 || id == 3 || id >= 1073741824)"); /* 3: i386's */
	assert_non_null(strstr(filter("!read", false), " || id >= 512)"));
	assert_int_equal(select_parse(&calls, "read,open,close,getpid"), 0);
	number_filter(small, sizeof(small), &calls, false);
	assert_string_equal(small, ""); /* too long: no filter rather than half of one */
}

static void count(struct thread *t, void *n)
{
	*(int *)n += t->slot.start != 0;
}

static void test_threads(void **state)
{
	int n = 0;

	(void)state;
	assert_null(threads_find(7));
	threads_get(7)->slot = (struct trace_slot){.id = 5ULL << 32 | 7, .start = 70};
	threads_get(5)->slot = (struct trace_slot){.id = 5ULL << 32 | 5, .start = 50};
	threads_get(9);
	threads_each(count, &n);
	assert_int_equal(n, 2);
	threads_renumber(5, 7);
	assert_null(threads_find(7));
	assert_int_equal(threads_find(5)->slot.start, 70);
	assert_int_equal(threads_find(5)->slot.id, 5ULL << 32 | 5);
	threads_renumber(5, 5);
	threads_renumber(5, 1000); /* made no call */
	assert_int_equal(threads_find(5)->slot.start, 70);
	threads_remove(5);
	threads_remove(5);
	assert_null(threads_find(5));
	threads_free();
	assert_null(threads_find(9));
}

static void test_endings(void **state)
{
	(void)state;
	assert_null(endings_find(7));
	endings_sent(7, 0); /* nobody knows of it */
	endings_left(7);
	assert_null(endings_find(7));
	endings_sent(7, 15);
	assert_int_equal(endings_find(7)->sent, 15);
	endings_sent(7, 0);
	assert_int_equal(endings_find(7)->sent, 0);
	endings_left(7); /* by itself: its number is free */
	assert_null(endings_find(7));
	endings_sent(8, 15);
	endings_end(8, 15);
	endings_end(8, 9); /* it was ending already */
	endings_left(8);   /* its other threads may still be there */
	assert_true(endings_find(8)->ends && endings_find(8)->code == 15 && !endings_find(8)->sent);
	for (uint32_t i = 0; i < 1024; i++) {
		assert_non_null(endings_find(8));
		endings_end(1000 + i, 0);
	}
	assert_null(endings_find(8));
	endings_free();
	assert_null(endings_find(1000));
}

static void test_texts(void **state)
{
	static char longest[TRACE_PIECE_MAX + 1];
	struct thread *t = threads_get(1);
	struct trace_piece piece;

	(void)state;
	memset(longest, 'x', sizeof(longest));
	thread_add_text(t, 1, "abc", 3, false);
	assert_int_equal(t->length, sizeof(piece) + 8);
	assert_true(thread_has_text(t, 1) && !thread_has_text(t, 0));
	thread_add_text(t, 3, longest, sizeof(longest), false);
	assert_true(thread_has_text(t, 3));
	memcpy(&piece, t->pieces + sizeof(piece) + 8, sizeof(piece));
	assert_int_equal(piece.length, TRACE_PIECE_MAX);
	assert_int_equal(piece.flags, TRACE_PIECE_ENTRY | TRACE_PIECE_CUT);
	for (int i = 0; i < 20; i++)
		thread_add_text(t, 2, longest, TRACE_PIECE_MAX, false);
	assert_true(t->length <= THREAD_PIECES);
	thread_forget_texts(t);
	assert_false(thread_has_text(t, 1));
	threads_free();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_filter),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_endings),
		cmocka_unit_test(test_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
