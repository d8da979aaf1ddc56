// SPDX-License-Identifier: GPL-2.0-or-later
/* What a session tells the HTTP process comes out as it went in, and nothing else is believed. */
#include "test.h"

#include "metrics/answer.h"

#include <errno.h>
#include <string.h>

static struct bytes body;
static struct exposition e;

static int expose(size_t n)
{
	int err;

	expose_begin(&e, EXPOSE_TEXT);
	err = answer_expose(body.at, n, "ktally_x", 0, &e);
	expose_end(&e);
	bytes_number(&e.out, 0, 1);
	return err;
}

static int forget(void **state)
{
	(void)state;
	bytes_free(&body);
	bytes_free(&e.out);
	return 0;
}

static void comes_back(void **state)
{
	static const uint64_t edges[] = {512, 4096};
	const struct metric_family counter = {
		.name = "_seconds", .help = "h", .unit = METRIC_SECONDS, .nlabels = 2, .labels = {"a", "b"}};
	const struct metric_family sizes = {
		.name = "", .help = "s", .type = METRIC_HISTOGRAM, .unit = METRIC_BYTES, .edges = edges, .nedges = 2};
	struct hist h = {.sum = 5000, .slots = {[0] = 1, [1] = 2, [2] = 3}};

	(void)state;
	answer_family(&body, &counter);
	answer_value(&body, 2, (const char *const[]){"one", "two"}, 1500000000);
	answer_value(&body, 2, (const char *const[]){"", "\"\\\n"}, UINT64_MAX);
	answer_family(&body, &sizes);
	answer_histogram(&body, 0, NULL, &h);
	assert_int_equal(expose(body.n), 0);
	assert_string_equal((char *)e.out.at, "# HELP ktally_x_seconds_total h\n"
										  "# TYPE ktally_x_seconds_total counter\n"
										  "ktally_x_seconds_total{a=\"one\",b=\"two\"} 1.5\n"
										  "ktally_x_seconds_total{a=\"\",b=\"\\\"\\\\\\n\"} 18446744073.709551615\n"
										  "# HELP ktally_x s\n"
										  "# TYPE ktally_x histogram\n"
										  "ktally_x_bucket{le=\"511\"} 1\n"
										  "ktally_x_bucket{le=\"4095\"} 3\n"
										  "ktally_x_bucket{le=\"+Inf\"} 6\n"
										  "ktally_x_sum 5000\n"
										  "ktally_x_count 6\n");
}

/* A label is cut where it is written, so that the reader has room. */
static void long_texts(void **state)
{
	char value[1000];
	const char *values[] = {value};
	const struct metric_family f = {.name = "", .help = value, .nlabels = 1, .labels = {"a"}};

	(void)state;
	memset(value, 'v', sizeof(value) - 1);
	value[sizeof(value) - 1] = '\0';
	answer_family(&body, &f);
	answer_value(&body, 1, values, 1);
	assert_int_equal(expose(body.n), 0);
	assert_null(strstr((char *)e.out.at, value));
	value[LABEL_MAX - 1] = '\0';
	assert_non_null(strstr((char *)e.out.at, value));
}

/* Every shorter body is refused or ends between two parts; none is read beyond. */
static void cut_off(void **state)
{
	const struct metric_family f = {.name = "_a", .help = "h", .type = METRIC_HISTOGRAM, .nlabels = 1, .labels = {"l"}};
	struct hist h = {.sum = 1, .slots = {[3] = 1}};
	size_t family, all, good = 0;

	(void)state;
	answer_family(&body, &f);
	family = body.n;
	answer_histogram(&body, 1, (const char *const[]){"v"}, &h);
	all = body.n;
	for (size_t n = 0; n <= all; n++) {
		struct bytes whole = body;

		body = (struct bytes){0};
		bytes_add(&body, whole.at, n); /* of its own size, for sanitizers */
		good += !expose(n);
		forget(NULL);
		body = whole;
	}
	assert_int_equal(good, 3); /* nothing, the family, all */
	assert_true(family < all);
}

static void refused(const struct metric_family *f)
{
	answer_family(&body, f);
	assert_int_equal(expose(body.n), -EINVAL);
	forget(NULL);
}

static void lies(void **state)
{
	static const uint64_t falling[] = {9, 3};

	(void)state;
	refused(&(struct metric_family){.name = "{", .help = ""});
	refused(&(struct metric_family){.name = "a b", .help = ""});
	refused(&(struct metric_family){.name = "", .help = "", .nlabels = 1, .labels = {"0"}});
	refused(&(struct metric_family){.name = "", .help = "", .nlabels = 1, .labels = {""}});
	refused(&(struct metric_family){.name = "", .help = "", .nlabels = 1, .labels = {"a=\"\""}});
	refused(&(struct metric_family){.name = "", .help = "", .type = 7});
	refused(&(struct metric_family){.name = "", .help = "", .unit = 7});
	refused(&(struct metric_family){.name = "", .help = "", .edges = falling, .nedges = 2});
	refused(&(struct metric_family){.name = "", .help = "", .type = METRIC_HISTOGRAM, .edges = falling, .nedges = 2});
	answer_value(&body, 0, NULL, 1); /* of no family */
	assert_int_equal(expose(body.n), -EINVAL);
	forget(NULL);
	bytes_text(&body, "X");
	assert_int_equal(expose(body.n), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(comes_back, forget),
		cmocka_unit_test_teardown(long_texts, forget),
		cmocka_unit_test_teardown(cut_off, forget),
		cmocka_unit_test_teardown(lies, forget),
	};

	return RUN(tests);
}
