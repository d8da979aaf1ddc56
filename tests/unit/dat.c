// SPDX-License-Identifier: GPL-2.0-or-later
/* Recordings: pages, events of our own, and the head of a trace.dat, from what is written to what is read. */
#include "test.h"

#include "dat/event.h"
#include "dat/head.h"
#include "dat/dat.h"
#include "dat/meta.h"
#include "dat/pages.h"
#include "dat/stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE 512

static unsigned char written[64][PAGES_SIZE];
static size_t nwritten, flushed;

static int keep(void *arg, const void *page, size_t size, size_t used, bool whole)
{
	assert_true(used <= size && nwritten < ELEMENTS(written));
	assert_null(arg);
	memcpy(written[nwritten], page, size);
	if (whole)
		nwritten++;
	else
		flushed++;
	return 0;
}

static int begin(void **state)
{
	(void)state;
	nwritten = flushed = 0;
	return 0;
}

/* Numbered records of any length, at times that stand still, go on, leap and go back */
static void test_pages(void **state)
{
	struct pages *p = pages_new(PAGE, keep, NULL);
	struct cursor *c = cursor_new(PAGE);
	uint64_t times[300], random = 7, last = 0, time;
	size_t sizes[300], n = 0, size;
	char record[PAGE];
	const char *got;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(times); i++) {
		static const uint64_t steps[] = {0, 1, 1000, 1ULL << 27, (1ULL << 27) - 1, 5000000000, 1ULL << 60};

		times[i] = i % 50 == 49 ? last / 2 : last + steps[random_next(&random) % (i < 200 ? 6 : 7)];
		last = times[i] > last ? times[i] : last;
		sizes[i] = 2 + random_next(&random) % (i % 7 ? 60 : PAGES_RECORD_MAX(PAGE) - 2);
		memset(record, (int)i, sizes[i]);
		assert_int_equal(pages_add(p, times[i], record, sizes[i]), 0);
	}
	assert_int_equal(pages_flush(p, true), 0);
	last = 0;
	for (size_t page = 0; page < nwritten; page++) {
		memcpy(cursor_page(c), written[page], PAGE);
		assert_true(cursor_begin(c));
		for (; (got = cursor_next(c, &size, &time)); n++) {
			last = times[n] > last ? times[n] : last; /* pages do not go back */
			assert_int_equal(time, last);
			assert_in_range(size, sizes[n], sizes[n] + 3);
			for (size_t i = 0; i < sizes[n]; i++)
				assert_int_equal((unsigned char)got[i], (unsigned char)n);
		}
	}
	assert_int_equal(n, ELEMENTS(times));
	assert_int_equal(pages_add(p, 1, record, PAGE), -E2BIG);
	assert_int_equal(pages_add(p, 1, record, 0), -E2BIG);
	cursor_free(c);
	pages_free(p);
}

static void test_flush(void **state)
{
	struct pages *p = pages_new(PAGE, keep, NULL);

	(void)state;
	assert_int_equal(pages_flush(p, false), 0);
	assert_int_equal(flushed, 0);
	pages_add(p, 5, "ab", 2);
	pages_flush(p, false);
	pages_flush(p, false); /* nothing is new */
	assert_int_equal(flushed, 1);
	pages_add(p, 6, "cd", 2);
	pages_flush(p, true);
	assert_int_equal(flushed + nwritten, 2);
	pages_free(p);
}

static void make_event(struct event *e)
{
	*e = (struct event){.system = "ktally", .name = "made", .id = 65001};
	assert_true(event_field_add(e, "pid", EVENT_U32));
	assert_true(event_field_add(e, "error", EVENT_S32));
	assert_true(event_field_add(e, "how->mode", EVENT_S64));
	assert_true(event_field_add(e, "path", EVENT_TEXT));
	assert_true(event_field_add(e, "path", EVENT_TEXT));
	assert_true(event_field_add(e, "7", EVENT_U64));
	assert_true(event_field_add(e, "common_pid", EVENT_NUMBERS));
	event_lay_out(e);
}

static struct event_reader *reader_of(const struct event *e)
{
	struct bytes format = {0};
	struct event_reader *r;

	event_format(&format, e);
	r = event_reader_new((char *)format.at, format.n);
	bytes_free(&format);
	assert_non_null(r);
	return r;
}

static uint64_t number(const struct event_reader *r, const struct event_record *record, const char *name)
{
	return event_number(event_reader_field(r, name), record->data, record->used);
}

static void is_text(const struct event_reader *r, const struct event_record *record, const char *name,
					const char *wanted, size_t n)
{
	size_t length;
	const char *text = event_text(event_reader_field(r, name), record->data, record->used, &length);

	assert_non_null(text);
	assert_int_equal(length, n);
	assert_memory_equal(text, wanted, n);
}

static void test_event(void **state)
{
	static struct event_record record;
	static const uint64_t numbers[] = {1, UINT64_MAX, 3};
	struct event_reader *r;
	struct event e;
	size_t n;

	(void)state;
	make_event(&e);
	r = reader_of(&e);
	event_begin(&record, &e, 4321);
	event_put_number(&record, 0, 4000000000);
	event_put_number(&record, 1, (uint64_t)-13);
	event_put_number(&record, 2, (uint64_t)-1);
	assert_true(event_put_text(&record, 3, "/etc/passwd", 11));
	assert_true(event_put_text(&record, 4, "one\0two", 8));
	event_put_number(&record, 5, UINT64_MAX);
	assert_true(event_put_numbers(&record, 6, numbers, 3));
	assert_int_equal(event_id(record.data, record.used), event_reader_id(r));
	assert_int_equal(number(r, &record, "pid"), 4000000000);
	assert_int_equal(number(r, &record, "error"), (uint64_t)-13);
	assert_int_equal(number(r, &record, "how__mode"), (uint64_t)-1);
	assert_int_equal(number(r, &record, "_7"), UINT64_MAX);
	assert_int_equal(number(r, &record, "absent"), 0);
	is_text(r, &record, "path", "/etc/passwd", 11);
	is_text(r, &record, "path2", "one\0two", 8);
	assert_int_equal(
		bytes_get(event_numbers(event_reader_field(r, "_common_pid"), record.data, record.used, &n) + 8, 8),
		UINT64_MAX);
	assert_int_equal(n, 3);
	event_reader_free(r);
}

/* What does not fit is cut, and told. A record that was cut has no text beyond its end. */
static void test_event_too_long(void **state)
{
	static struct event_record record;
	static char text[PAGES_SIZE];
	struct event_reader *r;
	struct event e;
	size_t n;

	(void)state;
	memset(text, 'x', sizeof(text));
	make_event(&e);
	r = reader_of(&e);
	event_begin(&record, &e, 1);
	assert_true(event_put_text(&record, 3, text, 40000));
	assert_false(event_put_text(&record, 4, text, 40000));
	assert_false(event_put_numbers(&record, 6, (uint64_t[]){1}, 1));
	assert_true(record.used <= PAGES_RECORD_MAX(PAGES_SIZE));
	is_text(r, &record, "path", text, 40000);
	assert_non_null(event_text(event_reader_field(r, "path2"), record.data, record.used, &n));
	assert_true(n > 20000);
	assert_null(event_text(event_reader_field(r, "path2"), record.data, record.used - 1, &n));
	assert_null(event_text(event_reader_field(r, "path"), record.data, 20, &n));
	assert_int_equal(number(r, &record, "pid"), 0);
	event_reader_free(r);
}

static void test_too_many_fields(void **state)
{
	struct event e = {.name = "many"};

	(void)state;
	for (unsigned i = 0; i < EVENT_FIELDS; i++)
		assert_true(event_field_add(&e, "same", EVENT_U32));
	assert_false(event_field_add(&e, "same", EVENT_U32));
	assert_string_equal(e.fields[63].name, "same64");
}

/* ---- files ---- */

static char path[] = "/tmp/ktally-dat.XXXXXX";

static int make_file(void **state)
{
	int fd;

	strcpy(strrchr(path, '.') + 1, "XXXXXX");
	fd = mkstemp(path);
	*state = (void *)(intptr_t)fd;
	nwritten = 0;
	return fd < 0;
}

static int remove_file(void **state)
{
	close((int)(intptr_t)*state);
	return unlink(path);
}

static struct dat *reopen(void **state, const void *data, size_t n)
{
	struct why why = {0};
	struct dat *in;

	assert_int_equal(pwrite((int)(intptr_t)*state, data, n, 0), n);
	assert_int_equal(ftruncate((int)(intptr_t)*state, (off_t)n), 0);
	in = dat_open(path, &why);
	if (!in)
		print_message("%s\n", why.text);
	return in;
}

static void make_head(struct bytes *to, size_t *table)
{
	static char header[400];
	static const struct head_format formats[] = {
		{"block", "name: issue\nID: 7\n", 18},
		{"block", "name: complete\nID: 8\n", 21},
		{"ftrace", "name: function\nID: 1\n", 21},
		{"ktally", "name: meta\nID: 65000\n", 21},
	};

	pages_header(header, sizeof(header), PAGE);
	*table = head_write(to, &(struct head){.header_page = header,
										   .page_size = PAGE,
										   .formats = formats,
										   .nformats = ELEMENTS(formats),
										   .tasks = "12 sh\n345 a b\\c\n",
										   .uname = "Linux box",
										   .ncpus = 2});
}

static void is_file(const struct dat *in, const char *name, const char *wanted)
{
	size_t size = 0;
	char *text = dat_text(in, name, 1000, &size);

	assert_non_null(text);
	assert_string_equal(text, wanted);
	assert_int_equal(size, strlen(wanted));
	free(text);
}

static void test_head(void **state)
{
	struct bytes to = {0};
	struct dat *in;
	char page[PAGE];
	size_t table, size;

	make_head(&to, &table);
	assert_int_equal(to.n % PAGE, 0);
	head_put_pages(to.at + table + HEAD_PAGES_SIZE, &(struct head_pages){to.n, PAGE + 3});
	memset(page, 'p', sizeof(page));
	bytes_add(&to, page, PAGE);
	bytes_add(&to, "end", 3);
	in = reopen(state, to.at, to.n);
	assert_non_null(in);
	is_file(in, "block/issue/format", "name: issue\nID: 7\n");
	is_file(in, "block/complete/format", "name: complete\nID: 8\n");
	is_file(in, "ftrace/function/format", "name: function\nID: 1\n");
	is_file(in, "tasks", "12 12 0 sh\n345 345 0 a b\\\\c\n");
	assert_true(dat_has(in, "uname"));
	assert_false(dat_has(in, "lost"));
	assert_null(dat_text(in, "block/issue/format", 10, &size)); /* longer than the caller takes */
	assert_int_equal(dat_ncpus(in), 2);
	assert_int_equal(dat_read(in, 0, page, PAGE), 0);
	assert_int_equal(dat_read(in, 1, page, PAGE), PAGE);
	assert_int_equal(dat_read(in, 1, page, PAGE), 3);
	assert_memory_equal(page, "end", 3);
	assert_int_equal(dat_read(in, 1, page, PAGE), 0);
	assert_int_equal(dat_pages(in), PAGE + 3);
	dat_free(in);
	bytes_free(&to);
}

/* Wherever a head ends, it is refused, and each refusal is one sentence. */
static void test_head_cut(void **state)
{
	struct bytes to = {0};
	size_t table;

	make_head(&to, &table);
	for (size_t n = 1; n < table + 2 * HEAD_PAGES_SIZE; n++) {
		struct why why = {0};

		assert_int_equal(pwrite((int)(intptr_t)*state, to.at, n, 0), n);
		assert_int_equal(ftruncate((int)(intptr_t)*state, (off_t)n), 0);
		assert_null(dat_open(path, &why));
		assert_true(strstr(why.text, path) != NULL);
	}
	to.at[10] = '7';
	assert_null(reopen(state, to.at, to.n));
	to.at[10] = '6';
	to.at[12] = 1;
	assert_null(reopen(state, to.at, to.n));
	to.at[12] = 0;
	to.at[13] = 4;
	assert_null(reopen(state, to.at, to.n));
	bytes_free(&to);
}

static int count_meta(void *arg, const char *key, const char *value)
{
	assert_true(*key && value);
	++*(int *)arg;
	return 0;
}

/* Notes and files at the beginning, then a record of something else, and a note behind it */
static void test_meta(void **state)
{
	struct pages *p = pages_new(PAGES_SIZE, keep, NULL);
	static char long_text[100001], header[400];
	struct bytes format = {0}, to = {0};
	struct head_format formats[1];
	struct dat *in;
	struct event e;
	size_t table;
	int n = 0;

	memset(long_text, 'l', sizeof(long_text) - 1);
	meta_event(&e, META_ID);
	event_format(&format, &e);
	formats[0] = (struct head_format){"ktally", (char *)format.at, format.n};
	assert_int_equal(meta_add(p, 1, "tool=made", 9), 0);
	assert_int_equal(meta_add(p, 1, "no key", 6), 0);
	assert_int_equal(meta_add_file(p, 1, PAGES_SIZE, "long", long_text, sizeof(long_text) - 1), 0);
	assert_int_equal(meta_add_file(p, 1, PAGES_SIZE, "lost", "ring 5\n", 7), 0);
	assert_int_equal(meta_add(p, 2, "host=a=b", 8), 0);
	pages_add(p, 3, "\1\0\0\0other", 9);
	meta_add(p, 4, "late=1", 6);
	pages_flush(p, true);
	pages_header(header, sizeof(header), PAGES_SIZE);
	table = head_write(
		&to,
		&(struct head){.header_page = header, .page_size = PAGES_SIZE, .formats = formats, .nformats = 1, .ncpus = 1});
	head_put_pages(to.at + table, &(struct head_pages){to.n, nwritten * PAGES_SIZE});
	for (size_t i = 0; i < nwritten; i++)
		bytes_add(&to, written[i], PAGES_SIZE);
	in = reopen(state, to.at, to.n);
	assert_non_null(in);
	assert_string_equal(dat_meta(in, "tool"), "made");
	assert_string_equal(dat_meta(in, "host"), "a=b");
	assert_null(dat_meta(in, "late"));
	assert_int_equal(dat_each_meta(in, count_meta, &n), 0);
	assert_int_equal(n, 2);
	is_file(in, "lost", "ring 5\n");
	{
		size_t size;
		char *text = dat_text(in, "long", 1 << 20, &size);

		assert_string_equal(text, long_text);
		free(text);
	}
	dat_free(in);
	bytes_free(&to);
	bytes_free(&format);
	pages_free(p);
}

/* A stream may end anywhere: what is whole is read. */
static void test_stream(void **state)
{
	static const struct {
		const char *name, *text;
	} pieces[] = {{"header_page", "h"}, {"a/b/format", "f"}, {"cpu1.pages", "page"}, {"cpu1.pages", "again"}};
	unsigned char head[STREAM_HEAD_MAX];
	struct bytes to = {0};
	char page[PAGE], longest[STREAM_HEAD_MAX];
	struct dat *in;

	memset(longest, 'x', sizeof(longest));
	longest[sizeof(longest) - 1] = '\0';
	assert_int_equal(stream_head(head, longest, 1), 0);
	bytes_add(&to, STREAM_MAGIC, sizeof(STREAM_MAGIC) - 1);
	for (size_t i = 0; i < ELEMENTS(pieces); i++) {
		bytes_add(&to, head, stream_head(head, pieces[i].name, strlen(pieces[i].text)));
		bytes_add(&to, pieces[i].text, strlen(pieces[i].text));
	}
	in = reopen(state, to.at, to.n);
	assert_non_null(in);
	is_file(in, "a/b/format", "f");
	assert_int_equal(dat_ncpus(in), 2);
	assert_int_equal(dat_read(in, 1, page, PAGE), PAGE);
	assert_string_equal(page, "page"); /* zeros follow */
	assert_int_equal(dat_read(in, 1, page, PAGE), PAGE);
	assert_string_equal(page, "again");
	assert_int_equal(dat_read(in, 1, page, PAGE), 0);
	dat_free(in);
	in = reopen(state, to.at, to.n - 1);
	assert_non_null(in);
	assert_int_equal(dat_read(in, 1, page, PAGE), PAGE);
	assert_int_equal(dat_read(in, 1, page, PAGE), 0);
	dat_free(in);
	bytes_free(&to);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_pages, begin),
		cmocka_unit_test_setup(test_flush, begin),
		cmocka_unit_test(test_event),
		cmocka_unit_test(test_event_too_long),
		cmocka_unit_test(test_too_many_fields),
		cmocka_unit_test_setup_teardown(test_head, make_file, remove_file),
		cmocka_unit_test_setup_teardown(test_head_cut, make_file, remove_file),
		cmocka_unit_test_setup_teardown(test_meta, make_file, remove_file),
		cmocka_unit_test_setup_teardown(test_stream, make_file, remove_file),
	};

	return RUN(tests);
}
