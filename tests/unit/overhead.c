// SPDX-License-Identifier: GPL-2.0-or-later
/* What --max-overhead does with the numbers of a source that reports what the test sets. */
#include "test.h"

#include "capture.h"
#include "base/log.h"
#include "run/overhead.h"
#include "session/source.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000ULL

/* The clock of everything that is linked here: only the test advances it, however long the test takes */
static uint64_t now_ns = SECOND;

int clock_gettime(clockid_t clock, struct timespec *t)
{
	(void)clock;
	*t = (struct timespec){(time_t)(now_ns / SECOND), (long)(now_ns % SECOND)};
	return 0;
}

static struct cost cost;
static int cost_error, on_error, switched_on, switched_off;

static int cost_on(struct session *s)
{
	(void)s;
	switched_on += !on_error;
	return on_error;
}

static int cost_now(struct session *s, struct cost *to)
{
	(void)s;
	*to = cost;
	return cost_error;
}

static void cost_off(struct session *s)
{
	(void)s;
	switched_off++;
}

static const struct source measured = {.name = "measured", .cost_on = cost_on, .cost = cost_now, .cost_off = cost_off};
static const struct source blind = {.name = "blind"};
static struct settings set;
static struct session session;

static int fresh(void **state)
{
	(void)state;
	log_program("tool");
	cost = (struct cost){0};
	cost_error = on_error = switched_on = switched_off = 0;
	set = (struct settings){0};
	session = (struct session){.set = &set, .source = &measured};
	return 0;
}

/* Two seconds pass in which the programs take this share of all CPUs */
static const char *two_seconds(double percent)
{
	now_ns += 2 * SECOND;
	cost.run_ns += (uint64_t)(percent / 100 * 2e9 * (double)sysconf(_SC_NPROCESSORS_ONLN));
	cost.runs++;
	capture_begin(2);
	overhead_check(&session);
	return capture_end();
}

static void share_of_all_cpus(void **state)
{
	(void)state;
	assert_true(overhead_percent(SECOND, SECOND, 1) == 100);
	assert_true(overhead_percent(SECOND, SECOND, 4) == 25);
	assert_true(overhead_percent(1, SECOND, 1) == 1e-7);
	assert_true(overhead_percent(5, 0, 1) == 0);
	assert_true(overhead_percent(5, 5, 0) == 0);
}

static void beyond_the_limit_it_stops(void **state)
{
	(void)state;
	set.max_overhead = 2;
	assert_int_equal(overhead_begin(&session), 0);
	assert_string_equal(two_seconds(2), "");
	assert_false(session.stop);
	assert_string_equal(two_seconds(2), ""); /* each second counts by itself, not the sum */
	assert_false(session.stop);
	assert_non_null(strstr(two_seconds(2.5), "tool: stopped: its BPF programs took 2.5%"));
	assert_true(session.stop);
	assert_true(session.overhead.exceeded);
	assert_int_equal(switched_off, 0);
}

static void within_a_second_it_is_silent(void **state)
{
	(void)state;
	set.max_overhead = 2;
	assert_int_equal(overhead_begin(&session), 0);
	cost.run_ns = 3600 * SECOND;
	now_ns += SECOND - 1;
	overhead_check(&session);
	assert_false(session.stop);
}

/* On a busy machine much time passes while the programs are attached and until the report begins */
static void the_start_is_not_counted(void **state)
{
	(void)state;
	assert_int_equal(overhead_begin(&session), 0);
	now_ns += 3 * SECOND;
	cost.run_ns += 3600 * SECOND; /* what they took since they were attached */
	overhead_counting(&session);
	overhead_check(&session);
	assert_int_equal(switched_off, 0);
	assert_non_null(strstr(two_seconds(6), "tool: its BPF programs take 6%"));
	assert_int_equal(switched_off, 1);
}

static void without_options_the_first_second(void **state)
{
	(void)state;
	assert_int_equal(overhead_begin(&session), 0);
	assert_int_equal(switched_on, 1);
	assert_non_null(strstr(two_seconds(6), "tool: its BPF programs take 6%"));
	assert_false(session.stop);
	assert_int_equal(switched_off, 1);
	assert_string_equal(two_seconds(90), "");
}

static void little_is_not_told(void **state)
{
	(void)state;
	assert_int_equal(overhead_begin(&session), 0);
	assert_string_equal(two_seconds(4.9), "");
	assert_int_equal(switched_off, 1);
}

static void not_permitted(void **state)
{
	(void)state;
	on_error = -EPERM;
	assert_int_equal(overhead_begin(&session), 0); /* no option asked for it */
	assert_string_equal(two_seconds(90), "");
	set.stats = true;
	assert_int_equal(overhead_begin(&session), -EPERM);
	assert_non_null(strstr(session.why.text, "CAP_SYS_ADMIN"));
	session.source = &blind;
	assert_int_equal(overhead_begin(&session), -ENOTSUP);
	assert_non_null(strstr(session.why.text, "only BPF"));
	set.stats = false;
	assert_int_equal(overhead_begin(&session), 0);
}

static void a_trial_measures_nothing(void **state)
{
	(void)state;
	session.trial = true;
	assert_int_equal(overhead_begin(&session), 0);
	assert_int_equal(switched_on, 0);
}

static void totals_and_peak(void **state)
{
	(void)state;
	set.stats = true;
	assert_int_equal(overhead_begin(&session), 0);
	two_seconds(10);
	two_seconds(1);
	cost.skipped = 7;
	overhead_end(&session);
	assert_int_equal(session.overhead.cost.runs, 2);
	assert_int_equal(session.overhead.cost.skipped, 7);
	assert_true(session.overhead.peak > 9.99 && session.overhead.peak < 10.01);
	assert_int_equal(session.overhead.elapsed_ns, 4 * SECOND);
	cost_error = -EIO; /* the last known numbers stay */
	overhead_end(&session);
	assert_int_equal(session.overhead.cost.runs, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(share_of_all_cpus, fresh),
		cmocka_unit_test_setup(beyond_the_limit_it_stops, fresh),
		cmocka_unit_test_setup(the_start_is_not_counted, fresh),
		cmocka_unit_test_setup(within_a_second_it_is_silent, fresh),
		cmocka_unit_test_setup(without_options_the_first_second, fresh),
		cmocka_unit_test_setup(little_is_not_told, fresh),
		cmocka_unit_test_setup(not_permitted, fresh),
		cmocka_unit_test_setup(a_trial_measures_nothing, fresh),
		cmocka_unit_test_setup(totals_and_peak, fresh),
	};

	return RUN(tests);
}
