// SPDX-License-Identifier: GPL-2.0-or-later
/* Damaged recordings: a trace.dat or a stream, from its head to the texts and numbers of ktally's own events. */
#include "fuzz.h"

#include "dat/event.h"
#include "base/tally.h"
#include "calls/text.h"
#include "dat/columns.h"
#include "dat/dat.h"
#include "render/json_text.h"
#include "render/timeline_rows.h"
#include "tools/trace/event_text.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096
#define TEXT_MAX 65536

static void read_record(const struct event_reader *e, const void *record, size_t size)
{
	size_t n;
	const char *text = event_text(event_reader_field(e, "text"), record, size, &n);
	const unsigned char *numbers;
	unsigned sum = 0;

	for (size_t i = 0; text && i < n; i++)
		sum += (unsigned char)text[i];
	numbers = event_numbers(event_reader_field(e, "text"), record, size, &n);
	for (size_t i = 0; numbers && i < 8 * n; i++)
		sum += numbers[i];
	MUST(event_number(event_reader_field(e, "no such"), record, size) == 0);
	MUST(sum < UINT32_MAX);
}

/* Of trace: what is taken for a row is one, down to its texts */
static void read_raw(const struct columns_reader *r)
{
	static char text[16384];
	const struct call_style style = {.machine = MACHINE_AARCH64, .limit = 32};
	struct text_out out = out_to(text, sizeof(text));
	size_t n, length;
	const void *bytes = columns_raw(r, &n);
	struct trace_row *row = malloc(n ? n : 1); /* not a byte more: the sanitizer shall see what is read beyond it */

	MUST(row);
	memcpy(row, bytes, n);
	if (call_row_valid(row, n)) {
		call_text(&out, row, &style);
		call_result_text(&out, row, &style);
		MUST(out.length < sizeof(text) && strlen(text) == out.length);
		if (event_valid(row)) {
			MUST(event_line(text, sizeof(text), row, "=") < (int)sizeof(text));
			MUST(event_pairs(text, sizeof(text), row) < (int)sizeof(text));
			MUST(strlen(event_name(row)) < n && strlen(event_value(row, "place")) < n);
		}
	}
	columns_text(r, "line", &length);
	free(row);
}

/* Rows by what the recording says of its fields, down to their texts */
static void read_row(struct columns_reader *r, struct tally *totals, const void *record, size_t size)
{
	const struct schema *s = columns_schema(r);
	const void *row = columns_row(r, record, size);
	static char text[SCHEMA_TEXT_MAX];

	for (size_t i = 0; i < s->nfields; i++)
		if (!(s->fields[i].flags & FIELD_OFF) && s->fields[i].known(&s->fields[i], row))
			MUST(field_text(text, sizeof(text), &s->fields[i], row) < (int)sizeof(text));
	if (columns_have_row(r))
		read_raw(r);
	if (totals)
		MUST(columns_total(r, totals, row) == 0);
}

static int ignore(void *last, const char *text, size_t n)
{
	*(char *)last = n ? text[n - 1] : '\0';
	return 0;
}

/* As --timeline and export --chrome write them: whatever fields there are, each event is a line */
static void tell_row(struct timeline_rows *t, struct columns_reader *r, const void *record, size_t size)
{
	char last = '\0';

	json_to(ignore, &last);
	MUST(timeline_row(t, columns_row(r, record, size)) == 0 && last == '\n');
	json_to(NULL, NULL);
}

static void read_rows(struct dat *in, struct columns_reader *r)
{
	struct timeline_rows *t = timeline_rows_new(columns_schema(r), "fuzz", false);
	struct tally *totals = columns_schema(r)->key_size ? tally_new(columns_schema(r)) : NULL;
	struct cursor *c = cursor_new(PAGE);
	const void *record, **sorted;
	uint64_t time;
	size_t size;

	while (dat_read(in, dat_ncpus(in) - 1, cursor_page(c), PAGE) == PAGE)
		if (cursor_begin(c))
			while ((record = cursor_next(c, &size, &time)))
				if (event_id(record, size) == columns_id(r)) {
					read_row(r, totals, record, size);
					if (!totals)
						tell_row(t, r, record, size);
				}
	sorted = totals ? tally_sorted(totals, columns_schema(r)->compare) : NULL;
	free(sorted);
	tally_free(totals);
	timeline_rows_free(t);
	cursor_free(c);
}

static void read_columns(struct dat *in)
{
	struct why why;
	struct columns_reader *r = columns_in(in) ? columns_open(in, &why) : NULL;

	if (r && dat_ncpus(in))
		read_rows(in, r);
	columns_close(r);
}

static void read_pages(struct dat *in, int cpu, const struct event_reader *e)
{
	struct cursor *c = cursor_new(PAGE);
	const void *record;
	uint64_t time;
	size_t size;

	while (dat_read(in, cpu, cursor_page(c), PAGE) == PAGE)
		if (cursor_begin(c))
			while ((record = cursor_next(c, &size, &time)))
				if (e)
					read_record(e, record, size);
	cursor_free(c);
}

static void read_all(struct dat *in)
{
	size_t size;
	char *format = dat_text(in, "ktally/meta/format", TEXT_MAX, &size), *tasks = dat_text(in, "tasks", TEXT_MAX, &size);
	struct event_reader *e = format ? event_reader_new(format, strlen(format)) : NULL;

	for (int cpu = 0; cpu < dat_ncpus(in); cpu++)
		read_pages(in, cpu, e);
	MUST(!tasks || strlen(tasks) <= size);
	event_reader_free(e);
	free(format);
	free(tasks);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("recording", 0);
	char path[40];
	struct why why;
	struct dat *in;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	MUST(write(fd, data, size) == (ssize_t)size);
	in = dat_open(path, &why);
	if (in && data[size - 1] & 1)
		read_columns(in);
	else if (in)
		read_all(in);
	dat_free(in);
	close(fd);
	return 0;
}
