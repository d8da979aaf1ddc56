// SPDX-License-Identifier: GPL-2.0-or-later
/* JSON lines, read by an independent parser: each object keeps the contract, numbers are exact, names unchanged. */
#include "base/units.h"
#include "render/renderers.h"
#include "test.h"

#include "capture.h"
#include "fake.h"

/* render/json_text.h has functions of these names too */
#define json_object jansson_object
#define json_array jansson_array
#define json_string jansson_string
#define json_integer jansson_integer
#define json_null jansson_null
#include <jansson.h>
#undef json_object
#undef json_array
#undef json_string
#undef json_integer
#undef json_null
#undef json_boolean
#include "render/json_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct session *s;

/* Parses a text of one line into an object */
static json_t *parse(const char *text)
{
	json_error_t error;
	json_t *object;

	assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
	object = json_loads(text, JSON_REJECT_DUPLICATES, &error);
	if (!object)
		fail_msg("%s: %s", error.text, text);
	assert_true(json_is_object(object));
	return object;
}

static json_t *member(json_t *object, const char *name)
{
	json_t *value = json_object_get(object, name);

	if (!value)
		fail_msg("no member %s", name);
	return value;
}

static void check_start(json_t *o, const char *kind)
{
	assert_string_equal(json_string_value(member(o, "tool")), "fake");
	assert_string_equal(json_string_value(member(o, "kind")), kind);
	assert_true(json_is_number(member(o, "time")));
	assert_true(json_is_integer(member(o, "time_ns")));
}

static void fill(struct hist *h)
{
	uint64_t seed = 61;

	for (int i = 0; i < 3000; i++) {
		uint64_t r = random_next(&seed);

		hist_add(h, HIST_NS, r >> (28 + r % 36));
	}
	hist_add(h, HIST_NS, 0);
	hist_add(h, HIST_NS, 100000000000); /* above the last edge */
}

/* Each [lower, upper, count] is in ascending order, without a gap where `lower` says so; all counts add up */
static void check_buckets(json_t *o, const struct hist *h)
{
	json_t *all = member(o, "buckets"), *one;
	json_int_t sum = 0;
	double last = -1;
	size_t i;

	json_array_foreach(all, i, one)
	{
		double lower = json_number_value(json_array_get(one, 0));
		json_t *upper = json_array_get(one, 1);

		assert_int_equal(json_array_size(one), 3);
		assert_true(lower >= last);
		if (json_is_null(upper)) /* JSON has no infinity */
			assert_true(i == json_array_size(all) - 1 && h->slots[HIST_OVERFLOW]);
		else
			assert_true(json_number_value(upper) > lower || (lower == 0 && i == 0));
		last = json_number_value(upper);
		sum += json_integer_value(json_array_get(one, 2));
		assert_true(json_integer_value(json_array_get(one, 2)) > 0);
	}
	assert_int_equal(sum, hist_count(h));
}

static void histogram(void **state)
{
	static const char *const percentiles[] = {"p50", "p90", "p99", "p999"};
	struct hist *h;
	json_t *o;

	(void)state;
	s = fake_session(&fake_named);
	h = fake_hist(s, "sda");
	fill(h);
	fake_begin(s, &render_json);
	o = parse(fake_interval(s));
	check_start(o, "hist");
	assert_string_equal(json_string_value(member(o, "name")), "sda");
	assert_string_equal(json_string_value(member(o, "unit")), "ns");
	assert_int_equal(json_integer_value(member(o, "count")), 3002);
	assert_int_equal(json_integer_value(member(o, "sum")), h->sum);
	assert_int_equal(json_integer_value(member(o, "max")), 100000000000);
	assert_true(json_is_true(member(o, "max_exact")));
	assert_int_equal(json_integer_value(member(o, "elapsed_ns")), 1000000000);
	for (size_t i = 0; i < ELEMENTS(percentiles); i++)
		assert_in_range(json_integer_value(member(o, percentiles[i])), 0, 100000000000); /* whole */
	check_buckets(o, h);
	json_decref(o);
	o = parse(fake_later(s));
	assert_true(json_is_false(member(o, "max_exact")));
	json_decref(o);
	fake_free(s);
}

static void summary(void **state)
{
	static const char *const losses[] = {"ring", "map_full", "missed", "unmatched", "in_flight"};
	json_t *o, *lost;

	(void)state;
	s = fake_session(&fake_named);
	s->lost = (struct lost){1, 2, 3, 4, 5, 6, NULL};
	fake_begin(s, &render_json);
	assert_string_equal(fake_interval(s), ""); /* no row, no line */
	o = parse(fake_end(s));
	check_start(o, "summary");
	assert_string_equal(json_string_value(member(o, "backend")), "nowhere");
	assert_string_equal(json_string_value(member(o, "attach")), "thin air");
	assert_int_equal(json_integer_value(member(o, "counted")), 0);
	assert_true(json_is_null(member(o, "untold")) && json_is_null(member(o, "stopped")));
	assert_true(json_is_null(member(o, "cost")));
	lost = member(o, "lost");
	for (size_t i = 0; i < ELEMENTS(losses); i++)
		assert_int_equal(json_integer_value(member(lost, losses[i])), i + 1);
	json_decref(o);
	fake_free(s);
}

static const char *event_line(const void *e)
{
	capture_begin(1);
	s->renderer->event(s, e);
	return capture_end();
}

static void events(void **state)
{
	struct fake_event e = {.time_ns = 1, .name = "it\"s\\ \n\033", .error = -2, .pid = 7, .took = INT64_MAX};
	json_t *o;

	(void)state;
	s = fake_session(&fake_events);
	fake_begin(s, &render_json);
	o = parse(event_line(&e));
	check_start(o, "event");
	assert_string_equal(json_string_value(member(o, "name")), "it\"s\\ \n\033");
	assert_int_equal(json_integer_value(member(o, "error")), -2);
	assert_int_equal(json_integer_value(member(o, "took")), INT64_MAX);
	assert_true(json_is_null(member(o, "pid"))); /* ftrace does not know it */
	json_decref(o);
	s->on_bpf = true;
	o = parse(event_line(&e));
	assert_int_equal(json_integer_value(member(o, "pid")), 7);
	json_decref(o);
	fake_free(s);
}

static void check_strings(json_t *array, const char *const *wanted, size_t n)
{
	assert_int_equal(json_array_size(array), n);
	for (size_t i = 0; i < n; i++)
		assert_string_equal(json_string_value(json_array_get(array, i)), wanted[i]);
}

static void values(void **state)
{
	static const char *const items[] = {"one\n", "", "three"}, *const lines[] = {"one", "two"};
	struct fake_call call = {.time_ns = 1234567890000000070, .comm = "swapper/0", .fd = -1};
	const char *line;
	json_t *o;

	(void)state;
	s = fake_session(&fake_calls);
	fake_begin(s, &render_json);
	units_replayed(true); /* the time is the row's own */
	line = event_line(&call);
	assert_non_null(strstr(line, "\"time\":1234567890.000000070,\"time_ns\":1234567890000000070,"));
	o = parse(line);
	check_strings(member(o, "items"), items, ELEMENTS(items));
	check_strings(member(o, "lines"), lines, ELEMENTS(lines));
	assert_int_equal(json_integer_value(member(o, "pid")), 0); /* the idle task has a name */
	assert_true(json_is_null(member(member(o, "args"), "fd")));
	assert_true(json_is_true(member(member(o, "args"), "yes")));
	json_decref(o);
	call = (struct fake_call){.fd = 3};
	o = parse(event_line(&call));
	assert_true(json_is_null(member(o, "comm")) && json_is_null(member(o, "pid")));
	assert_int_equal(json_integer_value(member(member(o, "args"), "fd")), 3);
	json_decref(o);
	units_replayed(false);
	fake_free(s);
}

/* "\udcff" -> "?". We write a byte that is no UTF-8 as half a surrogate pair, which jansson refuses by choice */
static void without_bytes(char *to, const char *text)
{
	for (; *text; to++) {
		bool byte = !strncmp(text, "\\udc", 4);

		*to = byte ? '?' : *text;
		if (!byte && *text == '\\') /* the second character of an escape begins no other escape */
			*++to = *++text;
		text += byte ? 6 : 1;
	}
	*to = '\0';
}

static void names_of_any_bytes(void **state)
{
	uint64_t seed = 62;
	char text[2000];

	(void)state;
	s = fake_session(&fake_events);
	fake_begin(s, &render_json);
	for (int i = 0; i < 20000; i++) {
		struct fake_event e = {.time_ns = random_next(&seed) >> 2};
		json_t *o;

		for (size_t at = 0; at < sizeof(e.name); at++)
			e.name[at] = (char)(random_next(&seed) >> 30);
		without_bytes(text, event_line(&e));
		o = parse(text);
		assert_true(json_is_string(member(o, "name")));
		json_decref(o);
	}
	fake_free(s);
}

static void numbers(void **state)
{
	static const double doubles[] = {
		0, 1, -1, .1, 1e300, 1e-300, 931322574.615478515625, 1700000000.123456, 123456789012345};
	json_t *o;
	char name[8];

	(void)state;
	capture_begin(1);
	json_begin();
	json_integer("low", INT64_MIN);
	json_unsigned("high", INT64_MAX);
	json_number("nan", NAN);
	json_number("infinite", INFINITY);
	json_object("inner");
	for (size_t i = 0; i < ELEMENTS(doubles); i++) {
		snprintf(name, sizeof(name), "d%zu", i);
		json_number(name, doubles[i]);
	}
	json_close();
	json_array("empty");
	json_array_end();
	json_array("rows");
	json_item3(0, .5, 1);
	json_item3(.5, INFINITY, 2);
	json_array_end();
	json_end();
	o = parse(capture_end());
	assert_true(json_integer_value(member(o, "low")) == INT64_MIN &&
				json_integer_value(member(o, "high")) == INT64_MAX);
	assert_true(json_is_null(member(o, "nan")) && json_is_null(member(o, "infinite")));
	for (size_t i = 0; i < ELEMENTS(doubles); i++) {
		snprintf(name, sizeof(name), "d%zu", i);
		assert_true(fabs(json_number_value(member(member(o, "inner"), name)) - doubles[i]) <= fabs(doubles[i]) * 1e-14);
	}
	assert_int_equal(json_array_size(member(o, "empty")), 0);
	assert_int_equal(json_array_size(member(o, "rows")), 2);
	json_decref(o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(histogram), cmocka_unit_test(summary), cmocka_unit_test(events),
		cmocka_unit_test(values),	 cmocka_unit_test(numbers), cmocka_unit_test(names_of_any_bytes),
	};

	return RUN(tests);
}
