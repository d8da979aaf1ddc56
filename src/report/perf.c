// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Calls of trace become what the kernel's own tracepoints would have sent: raw_syscalls:sys_enter and sys_exit, so
 * `perf trace -i` pairs and prints them. Every other row is a sample of the tracepoint ktally:TOOL.
 */
#include "perf.h"

#include "base/log.h"
#include "calls/text.h"
#include "dat/head.h"
#include "session/ending_signals.h"
#include "perf_file.h"
#include "row_fields.h"

#include <errno.h>
#include <inttypes.h>
#include <ktally/syscount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

#define NAME_MAX_ 64
#define CPU_MAX 4095
enum { ROWS, ENTER, EXIT, EVENTS };
static const uint16_t ids[EVENTS] = {COLUMNS_ID, COLUMNS_ID + 1, COLUMNS_ID + 2};

#define COMMON                                                                     \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"         \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"         \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"                   \
	"\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n"
static const char enter_format[] =
	"name: sys_enter\nID: 65002\nformat:\n" COMMON "\tfield:unsigned long args[6];\toffset:16;\tsize:48;\tsigned:0;\n\n"
	"print fmt: \"NR %ld (%lx, %lx, %lx, %lx, %lx, %lx)\", REC->id, REC->args[0], REC->args[1], REC->args[2], "
	"REC->args[3], REC->args[4], REC->args[5]\n";
static const char exit_format[] =
	"name: sys_exit\nID: 65003\nformat:\n" COMMON "\tfield:long ret;\toffset:16;\tsize:8;\tsigned:1;\n\n"
	"print fmt: \"NR %ld = %ld\", REC->id, REC->ret\n";

struct task {
	UT_hash_handle hh;
	uint32_t tid;
	char name[NAME_MAX_];
};

struct perf {
	struct loaded *l;
	struct row_fields fields;
	struct perf_file file;
	struct event_record record;
	const struct field *pid, *tid, *comm, *cpu;
	bool calls;
	struct task *tasks;
	char text[ROW_TEXT_MAX]; /* items of a list */
	size_t length;
	uint64_t too_long;
	int err;
};

/* ---- tasks ---- */

static void take_name(void *name, const char *text, size_t n)
{
	snprintf(name, NAME_MAX_, "%.*s", (int)n, text);
}

/* Of a thread that is new the name counts from the beginning on: rows come in the order in which they ended. */
static void note_task(struct perf *p, const struct perf_where *where, const void *row)
{
	char name[NAME_MAX_] = "";
	struct perf_where from = *where;
	struct task *t;

	if (p->comm)
		row_texts(p->comm, row, take_name, name);
	if (!*name || where->tid == UINT32_MAX)
		return;
	HASH_FIND(hh, p->tasks, &where->tid, sizeof(t->tid), t);
	if (t && !strcmp(t->name, name))
		return;
	if (!t) {
		from.time_ns = 0;
		t = calloc(1, sizeof(*t));
		if (!t) {
			p->err = -ENOMEM;
			return;
		}
		t->tid = where->tid;
		HASH_ADD(hh, p->tasks, tid, sizeof(t->tid), t);
	}
	strcpy(t->name, name);
	perf_comm(&p->file, &from, name, strlen(name));
}

static void free_tasks(struct perf *p)
{
	struct task *t = p->tasks, *next;

	HASH_CLEAR(hh, p->tasks); /* the table; tasks keep their links */
	for (; t; t = next) {
		next = t->hh.next;
		free(t);
	}
}

/* ---- calls ---- */

static void add_sample(struct perf *p, unsigned event, const struct perf_where *where, const void *raw, size_t n)
{
	p->too_long += !perf_sample(&p->file, event, where, raw, n);
}

static void begin_call(unsigned char *raw, unsigned event, const struct trace_row *row)
{
	bool nobodys = (row->call & SYSCOUNT_NOBODYS) == SYSCOUNT_NOBODYS;

	bytes_put(raw, ids[event], 2);
	bytes_put(raw + 2, 0, 2);
	bytes_put(raw + 4, row->tid, 4);
	bytes_put(raw + 8, nobodys ? UINT64_MAX : row->call & ~SYSCOUNT_32BIT, 8);
}

static void add_enter(struct perf *p, const struct perf_where *where, const struct trace_row *row)
{
	unsigned char raw[16 + 8 * TRACE_ARGS];

	begin_call(raw, ENTER, row);
	for (unsigned i = 0; i < TRACE_ARGS; i++)
		bytes_put(raw + 16 + (size_t)8 * i, row->args[i], 8);
	add_sample(p, ENTER, where, raw, sizeof(raw));
}

static void add_exit(struct perf *p, const struct perf_where *where, const struct trace_row *row)
{
	struct perf_where end = *where;
	unsigned char raw[24];

	end.time_ns += row->latency_ns;
	begin_call(raw, EXIT, row);
	bytes_put(raw + 16, (uint64_t)row->ret, 8);
	add_sample(p, EXIT, &end, raw, sizeof(raw));
}

/* A call that was told while it was unfinished has been entered already when it returns. */
static void add_call(struct perf *p, struct perf_where where, const struct trace_row *row)
{
	where.cpu = row->cpu & CPU_MAX;
	if (row->kind != TRACE_RESUMED)
		add_enter(p, &where, row);
	if (row->kind == TRACE_CALL || row->kind == TRACE_RESUMED)
		add_exit(p, &where, row);
}

/* The row itself, if it is a call's. It comes from anybody, at any address. */
static const struct trace_row *call_of_row(const struct perf *p)
{
	static union {
		struct trace_row row;
		unsigned char bytes[PAGES_SIZE];
	} copy;
	size_t n;
	const void *raw = p->calls ? columns_raw(p->l->columns, &n) : NULL;

	if (!raw || n < sizeof(copy.row) || n > sizeof(copy))
		return NULL;
	memcpy(&copy, raw, n);
	return call_row_valid(&copy.row, n) && copy.row.kind <= TRACE_NO_RETURN ? &copy.row : NULL;
}

/* ---- other rows ---- */

static void take_item(void *perf, const char *text, size_t n)
{
	struct perf *p = perf;

	if (p->length && p->length + 1 < sizeof(p->text))
		p->text[p->length++] = ';';
	n = n < sizeof(p->text) - p->length ? n : sizeof(p->text) - p->length;
	if (n)
		memcpy(p->text + p->length, text, n);
	p->length += n;
}

static void put_hist(struct perf *p, size_t first, const void *row)
{
	const struct schema *s = p->fields.schema;
	const struct hist *h = schema_hist(s, row);
	uint64_t pairs[2 * HIST_SLOTS], apart;
	size_t n = row_buckets(s, row, pairs, &apart);

	p->length = 0;
	for (size_t i = 0; i < n; i++)
		p->length += (size_t)snprintf(p->text + p->length, sizeof(p->text) - p->length, "%s%" PRIu64 ":%" PRIu64,
									  i ? "," : "", pairs[2 * i], pairs[2 * i + 1]);
	event_put_number(&p->record, first, h->sum);
	event_put_number(&p->record, first + 1, h->max);
	event_put_text(&p->record, first + 2, p->text, p->length);
	if (s->apart)
		event_put_number(&p->record, first + 3, apart);
}

static void put_field(struct perf *p, size_t first, const struct field *f, const void *row)
{
	uint64_t pair[2];

	if (f->kind == FIELD_HIST) {
		put_hist(p, first, row);
	} else if (f->kind == FIELD_MEAN) {
		row_mean(f, row, pair);
		event_put_number(&p->record, first, pair[0]);
		event_put_number(&p->record, first + 1, pair[1]);
	} else if (row_field_is_text(f)) {
		p->length = 0;
		row_texts(f, row, take_item, p);
		event_put_text(&p->record, first, p->text, p->length);
	} else {
		event_put_number(&p->record, first, (uint64_t)field_integer(f, row));
	}
}

static void add_row(struct perf *p, const struct perf_where *where, const void *row)
{
	char unknown[COLUMNS_MAX * EVENT_NAME];

	event_begin(&p->record, &p->fields.event, where->tid);
	event_put_text(&p->record, 0, unknown, row_unknown(unknown, sizeof(unknown), &p->fields, row));
	for (size_t i = 0; i < p->fields.n; i++)
		put_field(p, p->fields.list[i].first, p->fields.list[i].field, row);
	add_sample(p, ROWS, where, p->record.data, p->record.used);
}

/* ---- all of it ---- */

static uint32_t number(const struct field *f, const void *row, uint32_t otherwise)
{
	return f && (!f->known || f->known(f, row)) ? (uint32_t)field_integer(f, row) : otherwise;
}

static int on_row(void *perf, const void *row, uint64_t time_ns)
{
	struct perf *p = perf;
	struct perf_where where = {.time_ns = time_ns};
	const struct trace_row *call;

	if (!row)
		return 0;
	if (!p->fields.schema->key_size)
		memcpy(&where.time_ns, row, sizeof(where.time_ns)); /* pages do not go back, rows do */
	where.pid = number(p->pid, row, UINT32_MAX);
	where.tid = number(p->tid ? p->tid : p->pid, row, UINT32_MAX);
	where.cpu = number(p->cpu, row, 0) & CPU_MAX;
	note_task(p, &where, row);
	call = call_of_row(p);
	if (call)
		add_call(p, where, call);
	else
		add_row(p, &where, row);
	if (!p->err)
		p->err = ending_signals_pending() ? -EINTR : p->file.out.err;
	return p->err ? 1 : 0;
}

static void make_formats(struct bytes *to, const struct perf *p)
{
	struct bytes rows = {0};
	char header[400];

	event_format(&rows, &p->fields.event);
	pages_header(header, sizeof(header), PAGES_SIZE);
	head_formats(to, "0.6",
				 &(struct head){.header_page = header,
								.page_size = PAGES_SIZE,
								.formats =
									(struct head_format[]){
										{"ktally", (char *)rows.at, rows.n},
										{"raw_syscalls", enter_format, sizeof(enter_format) - 1},
										{"raw_syscalls", exit_format, sizeof(exit_format) - 1},
									},
								.nformats = p->calls ? EVENTS : 1});
	to->failed |= rows.failed;
	bytes_free(&rows);
}

static int end(struct perf *p)
{
	const struct dat *dat = p->l->dat;
	const char *uname = dat_meta(dat, "uname"), *clock = dat_meta(dat, "clock");
	char release[128] = "", command[128];
	struct bytes formats = {0};
	struct perf_about about = {.formats = &formats, .host = dat_meta(dat, "host"), .command = command};
	int err;

	if (p->l->lost)
		perf_lost(&p->file, &(struct perf_where){p->l->end_ns, UINT32_MAX, UINT32_MAX, 0}, p->l->lost);
	snprintf(command, sizeof(command), "ktally %.100s", p->l->tool);
	if (uname && sscanf(uname, "%*s %*s %127s", release) == 1)
		about.release = release;
	about.version = dat_meta(dat, "version");
	about.machine = dat_meta(dat, "machine");
	if (p->l->clocked)
		sscanf(clock, "%" SCNu64 " %" SCNu64, &about.monotonic_ns, &about.wall_ns);
	make_formats(&formats, p);
	err = perf_end(&p->file, &about);
	bytes_free(&formats);
	return err;
}

/* perf's own libtraceevent cannot print an array whose length is computed: the buckets become a text. */
static void buckets_as_text(struct row_fields *fields)
{
	for (size_t i = 0; i < fields->n; i++)
		if (fields->list[i].field->kind == FIELD_HIST)
			fields->event.fields[fields->list[i].first + 2].kind = EVENT_TEXT;
	event_lay_out(&fields->event);
}

static int begin(struct perf *p, struct loaded *l, const char *path)
{
	const struct schema *s = columns_schema(l->columns);
	int err = row_fields_choose(&p->fields, s, l->tool);

	buckets_as_text(&p->fields);
	p->l = l;
	p->pid = row_field_find(s, "pid");
	p->tid = row_field_find(s, "tid");
	p->comm = row_field_find(s, "comm");
	p->cpu = row_field_find(s, "cpu");
	p->calls = !strcmp(l->tool, "trace") && columns_have_row(l->columns);
	return err ? err : perf_begin(&p->file, path, ids, p->calls ? EVENTS : 1);
}

static int write_rows(struct perf *p, const char *path)
{
	int err = load_each(p->l, on_row, p);

	if (err < 0)
		return err; /* told already */
	err = p->err ? p->err : end(p);
	return err ? fail(err, "cannot write %s: %s", path, strerror(-err)) : 0;
}

int perf_export(struct loaded *l, const char *path)
{
	static struct perf p;
	int err;

	if (ending_signals_block())
		return EXIT_FAILED;
	err = begin(&p, l, path);
	if (err)
		return fail(EXIT_FAILED, "cannot make %s: %s", path, strerror(-err));
	if (write_rows(&p, path)) {
		outfile_close(&p.file.out);
		unlink(path);
		err = EXIT_FAILED;
	}
	if (!err && p.too_long)
		warn("%" PRIu64 " rows are too long for a perf.data, and left out", p.too_long);
	free_tasks(&p);
	ending_signals_unblock();
	return err;
}
