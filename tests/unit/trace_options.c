// SPDX-License-Identifier: GPL-2.0-or-later
/* What trace's own lists mean: --status, --not-pid, -e with strace's words. */
#include "capture.h"
#include "test.h"

#include "tools/trace/select.h"
#include "tools/trace/status.h"
#include "tools/trace/tasks.h"
#include "tools/trace/trace.h"

#include <errno.h>

#define ANY (STATUS_SUCCESSFUL | STATUS_FAILED | STATUS_UNFINISHED)

static uint32_t status(const char *list)
{
	uint32_t bits = 0;

	return status_parse(&bits, list) ? 0 : bits;
}

static void test_status(void **state)
{
	(void)state;
	assert_int_equal(status("failed"), STATUS_FAILED);
	assert_int_equal(status("failed,unfinished"), STATUS_FAILED | STATUS_UNFINISHED);
	assert_int_equal(status("failed,failed"), STATUS_FAILED);
	assert_int_equal(status("!failed,detached"), STATUS_SUCCESSFUL | STATUS_UNFINISHED);
	assert_int_equal(status("all"), ANY | STATUS_DETACHED);
	assert_int_equal(status("!none"), ANY | STATUS_DETACHED);
	assert_int_equal(status("unavailable,successful"), STATUS_SUCCESSFUL);
}

static void test_no_status(void **state)
{
	static const char *const lists[] = {"",	 ",",	 "failed,", ",failed",	   "fail",	  "failedd",
										"!", "none", "!all",	"unavailable", "!!failed"};

	(void)state;
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		assert_int_equal(status(lists[i]), 0);
}

static void test_word_of_strace(void **state)
{
	struct selection calls = {0};

	(void)state;
	assert_int_equal(select_parse(&calls, "status=failed"), 0);
	assert_int_equal(select_parse(&calls, "status=!failed"), 0); /* the last one counts */
	assert_int_equal(trace.statuses, STATUS_SUCCESSFUL | STATUS_UNFINISHED | STATUS_DETACHED);
	assert_false(calls.given);
	assert_int_equal(select_parse(&calls, "status=open"), -EINVAL);
}

static void test_contradictions(void **state)
{
	(void)state;
	trace = (struct trace_options){.failed = true, .succeeded = true};
	assert_int_equal(status_prepare(false), -EINVAL);
	trace = (struct trace_options){.failed = true, .statuses = STATUS_FAILED};
	assert_int_equal(status_prepare(false), -EINVAL);
	trace = (struct trace_options){.by_error = true, .statuses = STATUS_SUCCESSFUL};
	assert_int_equal(status_prepare(false), -EINVAL);
	trace = (struct trace_options){.by_error = true};
	assert_int_equal(status_prepare(false), 0);
	assert_int_equal(trace.statuses, STATUS_FAILED);
	trace = (struct trace_options){.statuses = STATUS_UNFINISHED};
	assert_int_equal(status_prepare(false), 0);
	assert_true(trace.failed && trace.succeeded); /* no call that returns is both */
	trace = (struct trace_options){0};
	assert_int_equal(status_prepare(false), 0);
	assert_int_equal(trace.statuses, ANY);
	assert_false(trace.failed || trace.succeeded);
	trace = (struct trace_options){0};
	assert_int_equal(status_prepare(true), 0);
	assert_int_equal(trace.statuses, ANY | STATUS_DETACHED);
}

static void test_not_pids(void **state)
{
	struct trace_not_pids *not = &trace.not_pids;

	(void)state;
	*not = (struct trace_not_pids){0};
	assert_int_equal(tasks_parse_not(not, "12,4194304"), 0);
	assert_int_equal(tasks_parse_not(not, "7"), 0);
	assert_int_equal(not ->n, 3);
	assert_true(tasks_left_out(12) && tasks_left_out(4194304) && tasks_left_out(7) && !tasks_left_out(1));
	assert_int_equal(tasks_parse_not(not, ""), -EINVAL);
	assert_int_equal(tasks_parse_not(not, "1,"), -EINVAL);
	assert_int_equal(tasks_parse_not(not, "0"), -EINVAL);
	assert_int_equal(tasks_parse_not(not, "-1"), -EINVAL);
	assert_int_equal(tasks_parse_not(not, "4194305"), -EINVAL);
	assert_int_equal(tasks_parse_not(not, "1111111111111111111111111"), -EINVAL);
	*not = (struct trace_not_pids){.n = TRACE_NOT_PIDS};
	assert_int_equal(tasks_parse_not(not, "1"), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_status),		   cmocka_unit_test(test_no_status), cmocka_unit_test(test_word_of_strace),
		cmocka_unit_test(test_contradictions), cmocka_unit_test(test_not_pids),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
