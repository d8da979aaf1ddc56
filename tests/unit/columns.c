// SPDX-License-Identifier: GPL-2.0-or-later
/* Rows of a schema as records, and back: every kind of field, what is null, totals that add up, hostile descriptions.
 */
#include "test.h"

#include "base/tally.h"
#include "dat/bytes.h"
#include "dat/columns.h"
#include "dat/dat.h"
#include "dat/head.h"
#include "dat/meta.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct event_row {
	uint64_t time_ns;
	char comm[16];
	uint32_t pid;
	int32_t fd;
	int64_t big;
	uint64_t ns;
};

static int format_made(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return snprintf(to, size, "made %u", ((const struct event_row *)row)->pid);
}

static int format_items(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f, (void)row, (void)size;
	memcpy(to, "a\0b", 4);
	return 4;
}

static int format_escaped(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f, (void)row;
	return snprintf(to, size, "a\\nb\\\\ \x1b[31m");
}

static const struct field event_fields[] = {
	FIELD(struct event_row, comm, FIELD_CHARS, FIELD_TASK, -16),
	FIELD(struct event_row, pid, FIELD_U32, FIELD_TASK, 7, .title = "Pid"),
	FIELD(struct event_row, fd, FIELD_S32, 0, 4, .known = field_not_negative),
	FIELD(struct event_row, big, FIELD_S64, FIELD_HIDDEN, 4),
	FIELD(struct event_row, ns, FIELD_NS, 0, 9),
	FIELD_MADE("fd", format_made, FIELD_TEXT_ONLY, 0),
	FIELD_MADE("items", format_items, FIELD_HIDDEN | FIELD_ITEMS, 0),
	FIELD_MADE("line", format_escaped, FIELD_TEXT_ONLY | FIELD_ESCAPED, 0),
	FIELD_MADE("off", format_made, FIELD_OFF, 0),
};
static const struct schema events = {SCHEMA_FIELDS(event_fields), .row_size = sizeof(struct event_row)};

struct total_row {
	uint64_t id; /* of the key, and not shown */
	char comm[16];
	uint64_t sum, count;
	uint64_t max;
	struct hist hist;
};

static int format_id(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return snprintf(to, size, "%s", ((const struct total_row *)row)->id < 3 ? "same" : "other");
}

static int compare(const void *a, const void *b)
{
	return memcmp(a, b, 8);
}

static const struct field total_fields[] = {
	FIELD_MADE("name", format_id, FIELD_KEY, -8),		  FIELD(struct total_row, comm, FIELD_CHARS, FIELD_KEY, -16),
	FIELD(struct total_row, count, FIELD_U64, 0, 9),	  FIELD_AS("avg", struct total_row, sum, FIELD_MEAN, 0, 9),
	FIELD(struct total_row, max, FIELD_NS, FIELD_MAX, 9), FIELD(struct total_row, hist, FIELD_HIST, 0, 0),
};
static const struct schema totals = {SCHEMA_FIELDS(total_fields), .key_size = 24, .row_size = sizeof(struct total_row),
									 .unit = HIST_BYTES, .compare = compare};

/* ---- a recording in a file ---- */

static struct columns columns;
static char path[] = "/tmp/ktally-columns.XXXXXX";

static int add_line(void *pages, const char *text, size_t n)
{
	return meta_add(pages, 1, text, n);
}

static int take_page(void *bytes, const void *page, size_t size, size_t used, bool whole)
{
	(void)used;
	if (whole)
		bytes_add(bytes, page, size);
	return 0;
}

/* A trace.dat with what the columns are, or with other lines, and no rows */
static struct dat *make_dat(const char *const *other, struct why *why)
{
	struct bytes texts[2] = {0}, pages_of = {0}, file = {0};
	struct pages *pages = pages_new(PAGES_SIZE, take_page, &pages_of);
	struct head_format formats[2];
	struct event meta;
	char header[400];
	size_t table;
	struct dat *dat;
	int fd;

	for (; other && *other; other++)
		assert_int_equal(add_line(pages, *other, strlen(*other)), 0);
	if (!other)
		assert_int_equal(columns_describe(&columns, add_line, pages), 0);
	pages_flush(pages, true);
	meta_event(&meta, META_ID);
	event_format(&texts[0], &meta);
	event_format(&texts[1], &columns.event);
	for (int i = 0; i < 2; i++)
		formats[i] = (struct head_format){"ktally", (char *)texts[i].at, texts[i].n};
	pages_header(header, sizeof(header), PAGES_SIZE);
	table = head_write(
		&file,
		&(struct head){.header_page = header, .page_size = PAGES_SIZE, .formats = formats, .nformats = 2, .ncpus = 1});
	head_put_pages(file.at + table, &(struct head_pages){file.n, pages_of.n});
	bytes_add(&file, pages_of.at, pages_of.n);
	strcpy(strrchr(path, '.') + 1, "XXXXXX");
	fd = mkstemp(path);
	assert_int_equal(write(fd, file.at, file.n), file.n);
	close(fd);
	dat = dat_open(path, why);
	unlink(path);
	for (struct bytes *b = texts; b < texts + 2; b++)
		bytes_free(b);
	bytes_free(&pages_of);
	bytes_free(&file);
	pages_free(pages);
	return dat;
}

static struct columns_reader *open_columns(const struct schema *schema, const char *tool, struct dat **dat)
{
	struct columns_reader *r;
	struct why why = {0};

	assert_int_equal(columns_choose(&columns, schema, tool), 0);
	*dat = make_dat(NULL, &why);
	assert_non_null(*dat);
	assert_true(columns_in(*dat));
	r = columns_open(*dat, &why);
	assert_string_equal(why.text, "");
	assert_non_null(r);
	return r;
}

static void is_field(const struct schema *s, const void *row, size_t i, const char *name, const char *wanted)
{
	char text[SCHEMA_TEXT_MAX];

	assert_string_equal(s->fields[i].name, name);
	field_text(text, sizeof(text), &s->fields[i], row);
	assert_string_equal(text, wanted);
}

static void test_event(void **state)
{
	struct event_row row = {123456789, "sixteen bytes...", 42, -1, INT64_MIN, 1500};
	struct dat *dat;
	struct columns_reader *r = open_columns(&events, "an-event", &dat);
	const struct schema *s = columns_schema(r);
	char text[100];
	const void *got;
	uint64_t time;

	(void)state;
	assert_string_equal(columns.event.name, "an_event");
	assert_int_equal(s->nfields, ELEMENTS(event_fields) - 1); /* not the one that is off */
	assert_int_equal(s->key_size, 0);
	assert_true(columns_record(&columns, &row, 0));
	got = columns_row(r, columns.record.data, columns.record.used);
	memcpy(&time, got, 8);
	assert_int_equal(time, 123456789);
	for (size_t i = 0; i < s->nfields; i++) {
		assert_int_equal(s->fields[i].kind, event_fields[i].kind);
		assert_int_equal(s->fields[i].flags, event_fields[i].flags);
		assert_int_equal(s->fields[i].width, event_fields[i].width);
		assert_int_equal(s->fields[i].known(&s->fields[i], got), i != 2);
	}
	assert_string_equal(s->fields[1].title, "Pid");
	is_field(s, got, 0, "comm", "sixteen bytes...");
	is_field(s, got, 1, "pid", "42");
	is_field(s, got, 2, "fd", "-1");
	is_field(s, got, 3, "big", "-9223372036854775808");
	is_field(s, got, 5, "fd", "made 42");
	assert_int_equal(field_text(text, sizeof(text), &s->fields[6], got), 4);
	assert_memory_equal(text, "a\0b", 4);
	is_field(s, got, 7, "line", "a\\nb\\\\ \\x1b[31m"); /* what was not escaped is, what was is not once more */
	columns_close(r);
	dat_free(dat);
}

static const void *total(struct columns_reader *r, const struct total_row *row, uint64_t rank)
{
	assert_true(columns_record(&columns, row, rank));
	return columns_row(r, columns.record.data, columns.record.used);
}

/* Three keys, of which two look the same; one of them twice */
static void test_total(void **state)
{
	static struct total_row rows[] = {
		{1, "a", 50, 5, 9, {0}}, {2, "a", 60, 6, 8, {0}}, {3, "b", 77, 7, 7, {0}}, {1, "a", 10, 1, 20, {0}}};
	struct dat *dat;
	struct columns_reader *r = open_columns(&totals, "tool", &dat);
	const struct schema *s = columns_schema(r);
	struct tally *t = tally_new(s);
	const void **sorted;

	(void)state;
	assert_string_equal(columns.event.name, "tool_total");
	assert_int_equal(s->unit, HIST_BYTES);
	for (size_t i = 0; i < ELEMENTS(rows); i++) {
		memset(&rows[i].hist, 0, sizeof(rows[i].hist));
		hist_add(&rows[i].hist, HIST_BYTES, 1000 * (i + 1));
		assert_int_equal(columns_total(r, t, total(r, &rows[i], 10 - i)), 0);
	}
	assert_int_equal(tally_count(t), 3);
	columns_ranked(true);
	sorted = tally_sorted(t, s->compare);
	is_field(s, sorted[0], 0, "name", "same"); /* the last rank of the first key is 7 */
	is_field(s, sorted[0], 2, "count", "6");
	is_field(s, sorted[0], 3, "avg", "10ns");
	is_field(s, sorted[0], 4, "max", "20ns");
	assert_int_equal(schema_hist(s, sorted[0])->sum, 5000);
	assert_int_equal(schema_hist(s, sorted[0])->max, 4000);
	assert_int_equal(hist_count(schema_hist(s, sorted[0])), 2);
	is_field(s, sorted[1], 0, "name", "other");
	is_field(s, sorted[1], 1, "comm", "b");
	is_field(s, sorted[2], 3, "avg", "10ns");
	free(sorted);
	columns_ranked(false);
	sorted = tally_sorted(t, s->compare);
	assert_int_equal(schema_count(s, sorted[2]), 2); /* without a rank the most frequent come last */
	free(sorted);
	tally_free(t);
	columns_close(r);
	dat_free(dat);
}

/* What a recording says of its fields is not believed. */
static void test_hostile(void **state)
{
	static const char *const bad[] = {
		"field=u32 - 4 7\tname",
		"field=u32 - 4 7",
		"field=u33 - 4 7\tname\t",
		"field=u32 z 4 7\tname\t",
		"field=u32 - 4 7\tna\"me\t",
		"field=u32 - 4 7\tname\tti\x1btle",
		"field=u32 - 4 2000\tname\t",
		"field=chars - 70000 7\tname\t",
		"field=chars - 0 7\tname\t",
		"field=hist k 2344 0\tname\t",
		"field=u32 - 4 7\tname23456789012345678901234567890123456789012345678901234567890\t",
	};

	(void)state;
	assert_int_equal(columns_choose(&columns, &totals, "tool"), 0);
	for (size_t i = 0; i < ELEMENTS(bad); i++) {
		const char *list[] = {"rows=ktally/tool_total", bad[i], NULL};
		struct why why = {0};
		struct dat *dat = make_dat(list, &why);

		assert_non_null(dat);
		if (columns_open(dat, &why))
			fail_msg("accepted: %s", bad[i]);
		assert_true(strstr(why.text, "is damaged") != NULL);
		dat_free(dat);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_event),
		cmocka_unit_test(test_total),
		cmocka_unit_test(test_hostile),
	};

	return RUN(tests);
}
