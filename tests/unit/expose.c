// SPDX-License-Identifier: GPL-2.0-or-later
/* Metrics as they are written, byte by byte, and which format a client gets. */
#include "test.h"

#include "metrics/expose.h"
#include "metrics/native.h"
#include "metrics/protobuf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct exposition e;

static void begin(enum expose_format format)
{
	bytes_free(&e.out);
	expose_begin(&e, format);
}

static const char *end(void)
{
	expose_end(&e);
	bytes_number(&e.out, 0, 1);
	assert_false(e.out.failed);
	return (const char *)e.out.at;
}

static int forget(void **state)
{
	(void)state;
	bytes_free(&e.out);
	return 0;
}

/* ---- text ---- */

static const struct metric_family counter = {
	.name = "ktally_a_seconds", .help = "a \"b\" \\ c\nd", .unit = METRIC_SECONDS, .nlabels = 1, .labels = {"x"}};

static void counters(void **state)
{
	(void)state;
	begin(EXPOSE_TEXT);
	expose_family(&e, &counter);
	expose_value(&e, (const char *const[]){"1"}, 1);
	expose_value(&e, (const char *const[]){"2"}, 2000000000);
	expose_value(&e, (const char *const[]){"3"}, UINT64_MAX);
	assert_string_equal(end(), "# HELP ktally_a_seconds_total a \"b\" \\\\ c\\nd\n"
							   "# TYPE ktally_a_seconds_total counter\n"
							   "ktally_a_seconds_total{x=\"1\"} 0.000000001\n"
							   "ktally_a_seconds_total{x=\"2\"} 2\n"
							   "ktally_a_seconds_total{x=\"3\"} 18446744073.709551615\n");
	begin(EXPOSE_OPENMETRICS);
	expose_family(&e, &counter);
	expose_value(&e, (const char *const[]){"1"}, 1500000000);
	assert_string_equal(end(), "# HELP ktally_a_seconds a \\\"b\\\" \\\\ c\\nd\n"
							   "# TYPE ktally_a_seconds counter\n"
							   "# UNIT ktally_a_seconds seconds\n"
							   "ktally_a_seconds_total{x=\"1\"} 1.5\n"
							   "# EOF\n");
}

static void without_samples(void **state)
{
	(void)state;
	begin(EXPOSE_TEXT);
	expose_family(&e, &counter);
	assert_string_equal(end(), "");
	begin(EXPOSE_PROTOBUF);
	expose_family(&e, &counter);
	expose_family(&e, &counter);
	assert_string_equal(end(), "");
}

static void hostile_labels(void **state)
{
	static const struct {
		const char *value, *text;
	} cases[] = {{"a\"} 1\nb", "a\\\"} 1\\nb"},
				 {"\\", "\\\\"},
				 {"\x1b[31m", "\xef\xbf\xbd[31m"},
				 {"\xff\xc3", "\xef\xbf\xbd\xef\xbf\xbd"},
				 {"\xc3\xa9", "\xc3\xa9"},
				 {"\xc2\x9b", "\xef\xbf\xbd"},
				 {"\x7f\t", "\xef\xbf\xbd\xef\xbf\xbd"}};
	const struct metric_family f = {.name = "g", .help = "h", .type = METRIC_GAUGE, .nlabels = 1, .labels = {"x"}};
	char wanted[100];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin(EXPOSE_TEXT);
		expose_family(&e, &f);
		expose_value(&e, (const char *const[]){cases[i].value}, 7);
		snprintf(wanted, sizeof(wanted), "# HELP g h\n# TYPE g gauge\ng{x=\"%s\"} 7\n", cases[i].text);
		assert_string_equal(end(), wanted);
	}
}

static const char *line_of(const char *text, const char *start)
{
	static char line[200];
	const char *at = strstr(text, start);

	assert_non_null(at);
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(at, "\n"), at);
	return line;
}

/* An edge belongs to the bucket below it, and what is below or above all edges is somewhere. */
static void classic_buckets(void **state)
{
	const struct metric_family f = {.name = "t_seconds",
									.help = "h",
									.type = METRIC_HISTOGRAM,
									.unit = METRIC_SECONDS,
									.nlabels = 1,
									.labels = {"d"}};
	struct hist h = {0};
	const char *text;

	(void)state;
	hist_add(&h, HIST_NS, 0);
	hist_add(&h, HIST_NS, 1);
	hist_add(&h, HIST_NS, 1000000000);		/* 2^0 s */
	hist_add(&h, HIST_NS, 1000000010);		/* above */
	hist_add(&h, HIST_NS, 900000000000000); /* above all */
	begin(EXPOSE_OPENMETRICS);
	expose_family(&e, &f);
	expose_histogram(&e, (const char *const[]){"sda"}, &h);
	text = end();
	assert_string_equal(line_of(text, "t_seconds_bucket{d=\"sda\",le=\"9.5367431640625e-07\"}"),
						"t_seconds_bucket{d=\"sda\",le=\"9.5367431640625e-07\"} 2");
	assert_string_equal(line_of(text, "t_seconds_bucket{d=\"sda\",le=\"0.5\"}"),
						"t_seconds_bucket{d=\"sda\",le=\"0.5\"} 2");
	assert_string_equal(line_of(text, "t_seconds_bucket{d=\"sda\",le=\"1.0\"}"),
						"t_seconds_bucket{d=\"sda\",le=\"1.0\"} 3");
	assert_string_equal(line_of(text, "t_seconds_bucket{d=\"sda\",le=\"2.0\"}"),
						"t_seconds_bucket{d=\"sda\",le=\"2.0\"} 4");
	assert_string_equal(line_of(text, "t_seconds_bucket{d=\"sda\",le=\"+Inf\"}"),
						"t_seconds_bucket{d=\"sda\",le=\"+Inf\"} 5");
	assert_string_equal(line_of(text, "t_seconds_sum"), "t_seconds_sum{d=\"sda\"} 900002.000000011");
	assert_string_equal(line_of(text, "t_seconds_count"), "t_seconds_count{d=\"sda\"} 5");
}

/* ---- native ---- */

/* Whatever the slots: nothing is lost, and every value lies between the edges of its bucket. */
static void native_buckets(void **state)
{
	struct native n;

	(void)state;
	for (int seconds = 0; seconds < 2; seconds++)
		for (unsigned slot = 0; slot < HIST_OVERFLOW; slot++) {
			enum hist_unit unit = seconds ? HIST_NS : HIST_BYTES;
			struct hist h = {0};
			double upper = hist_upper(slot, unit) / (seconds ? 1e9 : 1);

			h.slots[slot] = 5;
			native_make(&n, &h, seconds);
			assert_int_equal(n.schema, 3);
			if (slot <= (seconds ? 1u : 0u)) {
				assert_int_equal(n.zero_count, 5);
				assert_int_equal(n.n, 0);
				assert_true(upper <= n.zero_threshold);
				continue;
			}
			assert_int_equal(n.zero_count, 0);
			assert_int_equal(n.n, 1);
			assert_int_equal(n.counts[0], 5);
			assert_true(fabs(log2(upper) - n.first / 8.0) < 1e-9);
			assert_true(exp2((n.first - 1) / 8.0) >= n.zero_threshold * (1 - 1e-9));
		}
}

static void too_many_buckets(void **state)
{
	struct hist h = {0};
	struct native n;
	uint64_t sum = 0;

	(void)state;
	for (unsigned i = 2; i < 2 + NATIVE_MAX; i++)
		h.slots[i] = i;
	native_make(&n, &h, true);
	assert_int_equal(n.schema, 3);
	assert_int_equal(n.n, NATIVE_MAX);
	h.slots[2 + NATIVE_MAX] = 1;
	native_make(&n, &h, true);
	assert_int_equal(n.schema, 2);
	for (unsigned i = 0; i < n.n; i++)
		sum += n.counts[i];
	assert_int_equal(sum, hist_count(&h));
	/* slots 2 and 3 are buckets -239 and -238 of schema 3; 2 * -119 is -238, so both are bucket -119 of schema 2 */
	assert_int_equal(n.first, -119);
	assert_int_equal(n.counts[0], 2 + 3);
	assert_int_equal(n.counts[1], 4 + 5);
}

static void messages(void **state)
{
	/* name, help, type; a metric with a label and a native histogram: two buckets, a gap of two, one, a gap of three,
	 * one */
	static const unsigned char wanted[] = {
		0x40, 0x0a, 1,	  'n',	0x12, 1, 'h',  0x18, 4,	   0x22, 0x36, 0x0a, 6, 0x0a, 1,	'l', 0x12,
		1,	  'v',	0x3a, 0x2c, 0x08, 9, 0x11, 0,	 0,	   0,	 0,	   0,	 0, 0x24, 0x40, /* count 9, sum 10 */
		0x28, 6,	0x31, 0,	0,	  0, 0,	   0,	 0,	   0xe0, 0x3f, 0x38, 1, /* schema 3, threshold 0.5, zeros 1 */
		0x62, 4,	0x08, 0,	0x10, 5, 0x62, 4,	 0x08, 6,	 0x10, 1,		/* spans: 0 of 5, then 3 on: 1 */
		0x6a, 6,	2,	  2,	3,	  0, 6,	   1};
	const struct metric_family f = {.name = "n", .help = "h", .type = METRIC_HISTOGRAM, .nlabels = 1, .labels = {"l"}};
	struct hist h = {.sum = 10, .slots = {[0] = 1, [1] = 1, [2] = 2, [5] = 3, [9] = 2}};

	(void)state;
	begin(EXPOSE_PROTOBUF);
	expose_family(&e, &f);
	expose_histogram(&e, (const char *const[]){"v"}, &h);
	end();
	assert_int_equal(e.out.n - 1, sizeof(wanted));
	assert_memory_equal(e.out.at, wanted, sizeof(wanted));
}

/* ---- numbers ---- */

static void varints(void **state)
{
	struct bytes b = {0};

	(void)state;
	protobuf_varint(&b, 0);
	protobuf_varint(&b, 127);
	protobuf_varint(&b, 128);
	protobuf_varint(&b, UINT64_MAX);
	assert_int_equal(b.n, 1 + 1 + 2 + 10);
	assert_memory_equal(b.at, "\x00\x7f\x80\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", b.n);
	assert_int_equal(protobuf_zigzag(0), 0);
	assert_int_equal(protobuf_zigzag(-1), 1);
	assert_int_equal(protobuf_zigzag(1), 2);
	assert_true(protobuf_zigzag(INT64_MIN) == UINT64_MAX);
	bytes_free(&b);
}

/* ---- negotiation ---- */

#define PROTOBUF "application/vnd.google.protobuf"
#define DELIMITED PROTOBUF ";proto=io.prometheus.client.MetricFamily;encoding=delimited"

static void formats(void **state)
{
	static const struct {
		const char *accept;
		enum expose_format format;
	} cases[] = {
		{NULL, EXPOSE_TEXT},
		{"", EXPOSE_TEXT},
		{"*/*", EXPOSE_TEXT},
		{"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", EXPOSE_TEXT},
		/* Prometheus 2.42 with native histograms, and without */
		{DELIMITED
		 ",application/openmetrics-text;version=1.0.0;q=0.8,application/openmetrics-text;version=0.0.1;q=0.75,"
		 "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
		 EXPOSE_PROTOBUF},
		{"application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
		 "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
		 EXPOSE_OPENMETRICS},
		/* Prometheus 3 */
		{DELIMITED ";q=0.6,application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
				   "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1",
		 EXPOSE_PROTOBUF},
		{"application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6," DELIMITED ";q=0.5",
		 EXPOSE_OPENMETRICS},
		/* vmagent */
		{"text/plain;version=0.0.4;q=1,*/*;q=0.1", EXPOSE_TEXT},
		{DELIMITED, EXPOSE_PROTOBUF},
		{DELIMITED ";q=0", EXPOSE_TEXT},
		{PROTOBUF, EXPOSE_TEXT}, /* of what, and how? */
		{PROTOBUF ";proto=other;encoding=delimited", EXPOSE_TEXT},
		{PROTOBUF ";proto=io.prometheus.client.MetricFamily;encoding=text", EXPOSE_TEXT},
		{PROTOBUF "; proto=\"io.prometheus.client.MetricFamily\" ; ENCODING=delimited", EXPOSE_PROTOBUF},
		{"application/openmetrics-text", EXPOSE_OPENMETRICS},
		{"Application/OpenMetrics-Text; version=1.0.0", EXPOSE_OPENMETRICS},
		{"application/openmetrics-text;version=2.0.0", EXPOSE_TEXT},
		{"text/plain;q=0.5,application/openmetrics-text;q=0.5", EXPOSE_OPENMETRICS},
		{"text/plain;q=0.6,application/openmetrics-text;q=0.5", EXPOSE_TEXT},
		{"application/openmetrics-text;q=2", EXPOSE_TEXT},
		{"application/openmetrics-text;q=x", EXPOSE_TEXT},
		{",;=,;;q,q=,\"", EXPOSE_TEXT},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (expose_negotiate(cases[i].accept) != cases[i].format)
			fail_msg("%s: got %d", cases[i].accept, expose_negotiate(cases[i].accept));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(counters, forget),	   cmocka_unit_test_teardown(without_samples, forget),
		cmocka_unit_test_teardown(hostile_labels, forget), cmocka_unit_test_teardown(classic_buckets, forget),
		cmocka_unit_test_teardown(native_buckets, forget), cmocka_unit_test_teardown(too_many_buckets, forget),
		cmocka_unit_test_teardown(messages, forget),	   cmocka_unit_test_teardown(varints, forget),
		cmocka_unit_test_teardown(formats, forget),
	};

	return RUN(tests);
}
