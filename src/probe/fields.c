// SPDX-License-Identifier: GPL-2.0-or-later
#include "fields.h"

#include "base/log.h"
#include "base/near.h"
#include "sys/suggest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>
#include <traceevent/trace-seq.h>
#include <tracefs/tracefs.h>

static int not_a_name(const char *text)
{
	const char *hint = strpbrk(text, ":/") ? "" : suggest_tracepoint(text);

	return fail(-EINVAL, "%s is not CATEGORY:NAME of a tracepoint%s", text,
				*hint ? hint : ", as block:block_rq_issue; -l lists them");
}

/* "category:name" or "category/name" becomes symbol and name. */
static int split_name(struct probe *p, const char *text)
{
	const char *mark = strpbrk(text, ":/");
	size_t category = mark ? (size_t)(mark - text) : 0;

	if (!category || category >= sizeof(p->symbol) || !mark[1] || strlen(mark + 1) >= sizeof(p->name) ||
		strpbrk(mark + 1, ":/") || *text == '.')
		return not_a_name(text);
	memcpy(p->symbol, text, category);
	p->symbol[category] = '\0';
	strcpy(p->name, mark + 1);
	return 0;
}

static int parse(struct probe *p, const char *format, int size)
{
	p->tep = tep_alloc();
	if (!p->tep)
		return -ENOMEM;
	tep_set_loglevel(TEP_LOG_NONE);
	tep_set_long_size(p->tep, sizeof(long));
	/* a function in "print fmt" that libtraceevent does not know is no failure: it has the fields and prints them */
	tep_parse_format(p->tep, &p->event, format, (unsigned long)size, p->symbol);
	return p->event ? 0 : -EINVAL;
}

static int no_tracepoint(const struct probe *p, const char *name)
{
	char whole[PROBE_NAME * 3];
	const char *hint;

	snprintf(whole, sizeof(whole), "%s:%s", p->symbol, p->name); /* it may have been written with a / */
	hint = suggest_tracepoint(whole);
	return fail(-ENOENT, "this kernel has no tracepoint %s%s", name, *hint ? hint : "; -l '*PART*' lists them");
}

int probe_tracepoint(struct probe *p, const char *name)
{
	char *format;
	int err, size = 0;

	if (!strncmp(name, "t:", 2)) /* funccount's and bpftrace's word; no category has one letter */
		name += 2;
	err = split_name(p, name);
	if (err)
		return err;
	p->target = TARGET_TRACEPOINT;
	format = tracefs_event_file_read(NULL, p->symbol, p->name, "format", &size);
	if (!format)
		return no_tracepoint(p, name);
	err = parse(p, format, size);
	free(format);
	return err ? fail(err, "cannot understand the format of %s: %s", name, strerror(-err)) : 0;
}

static void set_text(struct probe_argument *a, const struct tep_format_field *f)
{
	a->show = SHOW_TEXT;
	a->fetch.kind = f->flags & TEP_FIELD_IS_DYNAMIC ? PROBE_TEXT_LOC : PROBE_TEXT_HERE;
	a->fetch.length = a->fetch.kind == PROBE_TEXT_HERE ? (uint32_t)f->size : 0;
	a->fetch.offsets[0] = f->flags & TEP_FIELD_IS_RELATIVE ? f->offset + f->size : 0;
}

/* A field of char * is an address, as system calls have them. During the event, what it points to can be read. */
static void set_number(struct probe_argument *a, const struct tep_format_field *f)
{
	a->fetch.size = (uint32_t)f->size;
	a->fetch.is_signed = !!(f->flags & TEP_FIELD_IS_SIGNED);
	a->show = a->fetch.is_signed ? SHOW_SIGNED : SHOW_UNSIGNED;
	if (strstr(f->type, "char *") && f->flags & TEP_FIELD_IS_POINTER) {
		a->fetch.kind = PROBE_TEXT_AT;
		a->show = SHOW_TEXT;
	} else if (f->flags & TEP_FIELD_IS_POINTER) {
		a->show = SHOW_HEX;
	}
}

int probe_field(const struct probe *p, struct probe_argument *a, const char *name)
{
	const struct tep_format_field *f = p->event ? tep_find_field(p->event, name) : NULL; /* words.c has common_pid */

	if (!f)
		return -ENOENT;
	a->from = FROM_RECORD;
	a->number = (uint32_t)f->offset;
	a->field = (struct probe_record_field){f->name, (uint32_t)f->size, !!(f->flags & TEP_FIELD_IS_SIGNED)};
	a->fetch.base = PROBE_CONTEXT;
	if (f->flags & TEP_FIELD_IS_STRING)
		set_text(a, f);
	else if (f->size == 1 || f->size == 2 || f->size == 4 || f->size == 8)
		set_number(a, f);
	else
		return -ENOTSUP;
	return 0;
}

void probe_each_field(const struct probe *p, int (*visit)(void *arg, const char *name), void *arg)
{
	for (const struct tep_format_field *f = p->event ? p->event->format.fields : NULL; f; f = f->next)
		visit(arg, f->name);
}

static int list(void *near, const char *name)
{
	near_add(near, name);
	return 0;
}

const char *probe_suggest_field(const struct probe *p, const char *name)
{
	static char hint[320];
	struct near near = {.wanted = name, .length = strlen(name)};
	char names[300];

	probe_each_field(p, list, &near);
	near_text(names, sizeof(names), &near);
	snprintf(hint, sizeof(hint), "; it has %s", names);
	return hint;
}

void probe_add_fields(struct probe *p)
{
	unsigned texts = 0;

	for (const struct tep_format_field *f = p->event->format.fields; f; f = f->next) {
		struct probe_argument *a = &p->arguments[p->narguments];

		if (p->narguments == PROBE_FETCHES - 4) /* leaves some for a filter */
			return;
		memset(a, 0, sizeof(*a));
		snprintf(a->name, sizeof(a->name), "%s", f->name);
		if (probe_field(p, a, f->name) || (probe_is_text(a) && texts == PROBE_TEXTS))
			continue;
		texts += probe_is_text(a);
		p->narguments++;
	}
}

/* Only a const char * is a string before the call: read() is given a char *. What write() is given has a length instead
 * of an end, and would be read beyond it. */
static bool is_user_string(const struct tep_format_field *f)
{
	return !strcmp(f->type, "const char *") && f->flags & TEP_FIELD_IS_POINTER && strcmp(f->name, "buf");
}

void probe_add_strings(struct probe *p)
{
	bool syscall = !strcmp(p->symbol, "syscalls");

	for (const struct tep_format_field *f = syscall ? p->event->format.fields : NULL; f; f = f->next) {
		struct probe_argument *a = &p->arguments[p->narguments];

		if (p->narguments == PROBE_TEXTS)
			return;
		memset(a, 0, sizeof(*a));
		snprintf(a->name, sizeof(a->name), "%s", f->name);
		if (is_user_string(f) && !probe_field(p, a, f->name))
			p->narguments++;
	}
}

unsigned probe_fields_size(const struct probe *p)
{
	unsigned end = 8;

	for (const struct tep_format_field *f = p->event->format.fields; f; f = f->next)
		if ((unsigned)(f->offset + f->size) > end)
			end = (unsigned)(f->offset + f->size);
	return end;
}

bool probe_fields_grow(const struct probe *p)
{
	for (const struct tep_format_field *f = p->event->format.fields; f; f = f->next)
		if (f->flags & TEP_FIELD_IS_DYNAMIC)
			return true;
	return false;
}

int probe_fields_text(const struct probe *p, char *to, size_t size, const void *record, size_t record_size)
{
	unsigned char copy[PROBE_RECORD_MAX] = {0};
	struct tep_record r = {.data = copy, .size = (int)record_size};
	uint16_t id = (uint16_t)p->event->id;
	struct trace_seq text;
	int n;

	memcpy(copy, record, record_size < sizeof(copy) ? record_size : sizeof(copy));
	memcpy(copy, &id, sizeof(id)); /* common_type: BPF programs get a kernel pointer in its place */
	trace_seq_init(&text);
	tep_print_event(p->tep, &text, &r, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&text);
	n = snprintf(to, size, "%s", text.buffer);
	trace_seq_destroy(&text);
	return n;
}
