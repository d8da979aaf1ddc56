// SPDX-License-Identifier: GPL-2.0-or-later
#include "chrome.h"

#include "base/escape.h"
#include "base/log.h"
#include "base/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct writer {
	const struct loaded *l;
	const struct schema *schema;
	const struct field *latency, *pid, *tid;
	bool any;
};

static const struct field *find(const struct schema *s, const char *name)
{
	for (size_t i = 0; i < s->nfields; i++)
		if (!strcmp(s->fields[i].name, name) && !(s->fields[i].flags & FIELD_OFF))
			return &s->fields[i];
	return NULL;
}

static void print_string(const char *text, size_t n)
{
	static char safe[ESCAPED_SIZE(SCHEMA_TEXT_MAX)];

	escape_json(safe, sizeof(safe), text, n);
	printf("\"%s\"", safe);
}

static void print_field_text(const struct field *f, const void *row)
{
	static char text[SCHEMA_TEXT_MAX];
	int n = field_text(text, sizeof(text), f, row);

	print_string(text, (size_t)n);
}

static bool is_number(const struct field *f)
{
	return !field_is_text(f) && f->kind != FIELD_HIST;
}

static void print_value(const struct field *f, const void *row)
{
	if (f->known && !f->known(f, row))
		printf("null");
	else if (is_number(f))
		printf(f->kind == FIELD_S32 || f->kind == FIELD_S64 ? "%" PRId64 : "%" PRIu64, field_integer(f, row));
	else
		print_field_text(f, row);
}

/* Members of a row that are not told otherwise. A name may come twice: then the first counts. */
static void print_args(const struct writer *w, const void *row)
{
	bool any = false;

	printf("\"args\":{");
	for (size_t i = 0; i < w->schema->nfields; i++) {
		const struct field *f = &w->schema->fields[i];

		if (f->flags & (FIELD_OFF | FIELD_TEXT_ONLY | FIELD_ITEMS) || f->kind == FIELD_HIST ||
			find(w->schema, f->name) != f)
			continue;
		printf("%s\"%s\":", any ? "," : "", f->name);
		print_value(f, row);
		any = true;
	}
	putchar('}');
}

static void begin(struct writer *w, const char *phase, uint64_t time_ns)
{
	printf("%s{\"ph\":\"%s\",\"ts\":%" PRIu64 ".%03u,", w->any ? ",\n" : "", phase, time_ns / 1000,
		   (unsigned)(time_ns % 1000));
	w->any = true;
}

static uint64_t number(const struct field *f, const void *row)
{
	return f ? (uint64_t)field_integer(f, row) : 0;
}

/* What an event is called: the function, the call, the kind of request; of those that are known the first */
static void print_name(const struct writer *w, const void *row)
{
	static const char *const names[] = {"func", "call", "syscall", "event", "path", "type", "signal_name", "comm"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct field *f = find(w->schema, names[i]);

		if (f && field_is_text(f) && (!f->known || f->known(f, row))) {
			print_field_text(f, row);
			return;
		}
	}
	print_string(w->l->tool, strlen(w->l->tool));
}

static void print_event(struct writer *w, const void *row, uint64_t time_ns)
{
	uint64_t latency = number(w->latency, row);
	bool slice = w->latency && (!w->schema->begins || w->latency->known(w->latency, row));

	memcpy(&time_ns, row, sizeof(time_ns)); /* of the row itself: pages do not go back */
	if (slice && !w->schema->begins)
		time_ns = time_ns > latency ? time_ns - latency : 0;
	begin(w, slice ? "X" : "i", time_ns);
	if (slice)
		printf("\"dur\":%" PRIu64 ".%03u,", latency / 1000, (unsigned)(latency % 1000));
	else
		printf("\"s\":\"t\",");
	printf("\"pid\":%" PRIu64 ",\"tid\":%" PRIu64 ",\"name\":", number(w->pid, row),
		   number(w->tid ? w->tid : w->pid, row));
	print_name(w, row);
	putchar(',');
	print_args(w, row);
	putchar('}');
}

static void print_key(const struct writer *w, const void *row)
{
	static char text[SCHEMA_TEXT_MAX], all[SCHEMA_TEXT_MAX];
	size_t n = 0;

	n += (size_t)snprintf(all, 64, "%s", w->l->tool);
	for (size_t i = 0; i < w->schema->nfields; i++) {
		const struct field *f = &w->schema->fields[i];

		if (f->flags & FIELD_OFF || !(f->flags & FIELD_KEY))
			continue;
		field_text(text, sizeof(text), f, row);
		n += (size_t)snprintf(all + n, sizeof(all) - n, " %.500s", text);
		if (n >= sizeof(all) - 600)
			break;
	}
	print_string(all, n);
}

static void print_total(struct writer *w, const void *row, uint64_t time_ns)
{
	begin(w, "C", time_ns);
	printf("\"pid\":0,\"name\":");
	print_key(w, row);
	printf(",\"args\":{\"count\":%" PRIu64 "}}", schema_count(w->schema, row));
}

static int on_row(void *writer, const void *row, uint64_t time_ns)
{
	struct writer *w = writer;

	if (row && w->schema->key_size)
		print_total(w, row, time_ns);
	else if (row)
		print_event(w, row, time_ns);
	output_row_ended();
	return output_gone() ? 1 : 0;
}

int chrome_export(struct loaded *l)
{
	const struct schema *s = columns_schema(l->columns);
	struct writer w = {l, s, find(s, "latency_ns"), find(s, "pid"), find(s, "tid"), false};
	int err;

	printf("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
	err = load_each(l, on_row, &w);
	printf("\n]}\n");
	return err < 0 ? EXIT_FAILED : EXIT_DONE;
}
