// SPDX-License-Identifier: GPL-2.0-or-later
/* How rows become metrics: names, labels, and series whose number is limited. */
#include "test.h"

#include "capture.h"
#include "render/metrics.h"
#include "render/metrics_families.h"
#include "render/metrics_labels.h"
#include "render/metrics_series.h"
#include "session/tool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct row {
	char comm[16];
	uint32_t pid, cpu;
	uint64_t count, total_ns, read_bytes, max_ns, level;
};

static struct field fields[] = {
	FIELD(struct row, comm, FIELD_CHARS, FIELD_KEY | FIELD_OFF, -16),
	FIELD(struct row, pid, FIELD_U32, FIELD_KEY | FIELD_OFF, 7),
	FIELD(struct row, cpu, FIELD_U32, FIELD_KEY, 4),
	FIELD(struct row, count, FIELD_U64, 0, 8),
	FIELD(struct row, total_ns, FIELD_NS, 0, 8),
	FIELD(struct row, read_bytes, FIELD_BYTES, 0, 8),
	FIELD(struct row, max_ns, FIELD_NS, FIELD_MAX, 8),
	FIELD(struct row, level, FIELD_S64, 0, 8),
};
enum { COMM, PID, CPU };

static const struct schema schema = {SCHEMA_FIELDS(fields), .key_size = offsetof(struct row, count),
									 .row_size = sizeof(struct row)};
static const struct tool tool = {.name = "fake", .summary = "Fake.", .schema = &schema, .view = VIEW_TABLE};
static char *allowed[] = {"comm", "pid"};
static struct metrics_settings metrics;
static struct session s;

static int begin(void **state)
{
	(void)state;
	settings_reset();
	metrics = (struct metrics_settings){.allow_labels = allowed, .max_series = 3};
	settings.metrics = &metrics;
	s = (struct session){.tool = &tool, .set = &settings, .schema = &schema, .view = VIEW_TABLE};
	fields[COMM].flags |= FIELD_OFF;
	fields[PID].flags |= FIELD_OFF;
	return 0;
}

static void refused(const char *wanted)
{
	const char *said;

	capture_begin(2);
	assert_int_equal(metrics_check(&s), -EINVAL);
	said = capture_end();
	if (!strstr(said, wanted))
		fail_msg("no '%s' in '%s'", wanted, said);
}

/* ---- names ---- */

static void names(void **state)
{
	static const char *const wanted[] = {"", "_seconds", "_read_bytes"};
	struct metrics_families f;

	(void)state;
	metrics_families_choose(&f, &s);
	assert_int_equal(f.n, ELEMENTS(wanted)); /* neither a maximum nor what may fall */
	for (size_t i = 0; i < ELEMENTS(wanted); i++) {
		assert_string_equal(f.list[i].name, wanted[i]);
		assert_int_equal(f.list[i].family.type, METRIC_COUNTER);
	}
	assert_int_equal(f.list[1].family.unit, METRIC_SECONDS);
	assert_int_equal(f.list[2].family.unit, METRIC_BYTES);
}

static void events_are_counted(void **state)
{
	struct metrics_families f;

	(void)state;
	s.view = VIEW_EVENTS;
	metrics_families_choose(&f, &s);
	assert_int_equal(f.n, 1);
	assert_null(f.list[0].field);
	assert_string_equal(f.list[0].name, "");
}

/* ---- labels ---- */

static void labels(void **state)
{
	struct row row = {.comm = "a\"\n\xff", .pid = 7, .cpu = 3};
	struct metrics_labels l;
	char values[METRIC_LABELS * LABEL_MAX];

	(void)state;
	assert_int_equal(metrics_check(&s), 0);
	assert_int_equal(metrics_labels_choose(&l, &s), 0);
	assert_int_equal(l.n, 1);
	assert_string_equal(l.names[0], "cpu");
	fields[COMM].flags &= ~(unsigned)FIELD_OFF;
	refused("label comm may have any number of values, each a series: leave it out, or allow_labels = comm");
	metrics.nlabels = 1;
	assert_int_equal(metrics_labels_choose(&l, &s), 0);
	assert_int_equal(l.n, 2);
	assert_int_equal(metrics_labels_write(&l, &s, &row, values), sizeof("a\"\\n\\xff\0"
																		"3"));
	assert_string_equal(values, "a\"\\n\\xff");
	assert_string_equal(values + strlen(values) + 1, "3");
	metrics.nlabels = 2;
	refused("allow_labels = pid: rows have no such field");
}

static void odd_names(void **state)
{
	static const struct {
		const char *field, *label;
	} cases[] = {{"le", "le_"},
				 {"quantile", "quantile_"},
				 {"__name__", "name__"},
				 {"file->f_inode", "file__f_inode"},
				 {"0", "_0"},
				 {"", "_"},
				 {"\xc3\xa9", "__"}};
	struct metrics_labels l;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(cases); i++) {
		char *name = (char *)cases[i].field;
		struct field one = {.name = name, .kind = FIELD_U64, .flags = FIELD_KEY | FIELD_ARGUMENT, .size = 8};
		struct schema made = {.fields = &one, .nfields = 1, .key_size = 8, .row_size = 16};

		s.schema = &made;
		metrics.allow_labels = &name;
		metrics.nlabels = 1;
		assert_int_equal(metrics_labels_choose(&l, &s), 0);
		assert_string_equal(l.names[0], cases[i].label);
	}
}

/* "cpu=$arg1" is a name that the user chose: it may be anything. */
static void an_argument_is_not_known(void **state)
{
	(void)state;
	fields[CPU].flags |= FIELD_ARGUMENT;
	refused("label cpu may have any number of values");
	fields[CPU].flags &= ~(unsigned)FIELD_ARGUMENT;
}

static void options(void **state)
{
	char *command[] = {"true", NULL};

	(void)state;
	settings.json = true;
	refused("args: --json makes no sense");
	settings.json = false;
	settings.duration_ns = 1;
	refused("args: --duration makes no sense");
	settings.duration_ns = 0;
	settings.record = "x.dat";
	refused("args: --record makes no sense");
	settings.record = NULL;
	s.command = command;
	refused("a command (--) makes no sense");
	s.command = NULL;
	s.view = VIEW_STACKS;
	refused("stacks are no metrics");
}

/* ---- series ---- */

static size_t count(const struct series_set *set)
{
	size_t n = 0;

	for (const struct series *e = series_first(set); e; e = e->next)
		n++;
	return n;
}

static uint64_t sum(const struct series_set *set)
{
	uint64_t n = 0;

	for (const struct series *e = series_first(set); e; e = e->next)
		n += ((const struct row *)e->row)->count;
	return n;
}

static void add_all(struct series_set *set, unsigned names_, unsigned first)
{
	struct row row = {.count = 2};
	char name[16];

	for (unsigned i = 0; i < names_; i++) {
		int n = snprintf(name, sizeof(name), "v%u", first + i);

		series_add(set, &row, name, (size_t)n + 1);
	}
}

static void limit(void **state)
{
	struct series_set *set = series_new(&schema, false, 3);

	(void)state;
	add_all(set, 10, 0);
	assert_int_equal(count(set), 4);
	assert_int_equal(sum(set), 20);
	assert_int_equal(series_dropped(set), 7);
	assert_string_equal(series_first(set)->values, "v0");
	series_restart(set); /* of totals, which are added anew: no row counts twice */
	assert_int_equal(sum(set), 0);
	add_all(set, 10, 0);
	assert_int_equal(sum(set), 20);
	assert_int_equal(series_dropped(set), 7);
	series_restart(set); /* who came first stays, also if others are more now */
	add_all(set, 10, 2);
	assert_int_equal(count(set), 4);
	assert_int_equal(sum(set), 20);
	assert_int_equal(series_dropped(set), 9);
	series_free(set);
}

static void several_labels_become_other(void **state)
{
	struct series_set *set = series_new(&schema, true, 1);
	struct row row = {0};
	const struct series *last;

	(void)state;
	series_add(set, &row, "a\0b", 4);
	series_add(set, &row, "a\0c", 4);
	series_add(set, &row, "\0", 2);
	series_add(set, &row, "a\0b", 4);
	assert_int_equal(count(set), 2);
	last = series_first(set)->next;
	assert_memory_equal(last->values, "other\0other", 12);
	assert_int_equal(last->events, 2);
	assert_int_equal(series_first(set)->events, 2);
	series_free(set);
}

static void without_labels_it_begins_at_zero(void **state)
{
	struct series_set *set = series_new(&schema, true, 1);
	struct row row = {0};

	(void)state;
	series_begin(set);
	assert_int_equal(count(set), 1);
	assert_int_equal(series_first(set)->events, 0);
	series_add(set, &row, "", 0);
	assert_int_equal(count(set), 1);
	assert_int_equal(series_first(set)->events, 1);
	assert_int_equal(series_dropped(set), 0);
	series_free(set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(names, begin),
		cmocka_unit_test_setup(events_are_counted, begin),
		cmocka_unit_test_setup(labels, begin),
		cmocka_unit_test_setup(odd_names, begin),
		cmocka_unit_test_setup(options, begin),
		cmocka_unit_test_setup(an_argument_is_not_known, begin),
		cmocka_unit_test_setup(limit, begin),
		cmocka_unit_test_setup(several_labels_become_other, begin),
		cmocka_unit_test_setup(without_labels_it_begins_at_zero, begin),
	};

	return RUN(tests);
}
