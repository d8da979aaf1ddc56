// SPDX-License-Identifier: GPL-2.0-or-later
#include "event.h"

#include "bytes.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define HEAD 8 /* what all records begin with: type, flags, preemption, thread */

static const struct {
	const char *declaration, *print, *value;
	unsigned size, sign;
} kinds[] = {
	[EVENT_U32] = {"u32 %s", "%u", "REC->%s", 4, 0},
	[EVENT_S32] = {"s32 %s", "%d", "REC->%s", 4, 1},
	[EVENT_U64] = {"u64 %s", "%llu", "REC->%s", 8, 0},
	[EVENT_S64] = {"s64 %s", "%lld", "REC->%s", 8, 1},
	[EVENT_TEXT] = {"__data_loc char[] %s", "%s", "__get_str(%s)", 4, 0},
	[EVENT_NUMBERS] = {"__data_loc u64[] %s", "%s",
					   "__print_array(__get_dynamic_array(%s), __get_dynamic_array_len(%s) / 8, 8)", 4, 0},
	[EVENT_BYTES] = {"__data_loc u8[] %s", NULL, NULL, 4, 0},
};

static bool is_taken(const struct event *e, const char *name)
{
	for (size_t i = 0; i < e->nfields; i++)
		if (!strcmp(e->fields[i].name, name))
			return true;
	return false;
}

/* A name as C has them: libtraceevent reads formats as C. */
static void make_name(char *to, const char *name)
{
	size_t n = 0;

	if (!isalpha((unsigned char)*name) || !strncmp(name, "common_", 7))
		to[n++] = '_';
	for (; *name && n < EVENT_NAME - 4; name++)
		to[n++] = isalnum((unsigned char)*name) && !(*name & 0x80) ? *name : '_';
	to[n] = '\0';
}

bool event_field_add(struct event *e, const char *name, enum event_kind kind)
{
	struct event_field *f = &e->fields[e->nfields];
	size_t length;

	if (e->nfields == EVENT_FIELDS)
		return false;
	make_name(f->name, name);
	length = strlen(f->name);
	for (unsigned i = 2; is_taken(e, f->name); i++)
		snprintf(f->name + length, sizeof(f->name) - length, "%u", i % 1000);
	f->kind = kind;
	e->nfields++;
	return true;
}

/* Fields of eight bytes come first: then nobody reads one across a border. */
void event_lay_out(struct event *e)
{
	e->size = HEAD;
	for (unsigned size = 8; size; size = size == 8 ? 4 : 0)
		for (size_t i = 0; i < e->nfields; i++)
			if (kinds[e->fields[i].kind].size == size) {
				e->fields[i].offset = e->size;
				e->size += size;
			}
	e->size = (e->size + 7) & ~(size_t)7;
}

static void add_fields(struct bytes *to, const struct event *e)
{
	bytes_text(to, "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
				   "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
				   "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
				   "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n");
	for (size_t i = 0; i < e->nfields; i++) {
		const struct event_field *f = &e->fields[i];
		char declaration[80];

		snprintf(declaration, sizeof(declaration), kinds[f->kind].declaration, f->name);
		bytes_text(to, "\tfield:%s;\toffset:%zu;\tsize:%u;\tsigned:%u;\n", declaration, f->offset, kinds[f->kind].size,
				   kinds[f->kind].sign);
	}
}

static void add_print(struct bytes *to, const struct event *e)
{
	const char *space = "";

	bytes_text(to, "\nprint fmt: \"");
	for (size_t i = 0; i < e->nfields; i++)
		if (kinds[e->fields[i].kind].print) {
			bytes_text(to, "%s%s=%s", space, e->fields[i].name, kinds[e->fields[i].kind].print);
			space = " ";
		}
	bytes_text(to, "\"");
	for (size_t i = 0; i < e->nfields; i++) {
		char value[200];

		if (!kinds[e->fields[i].kind].print)
			continue;
		snprintf(value, sizeof(value), kinds[e->fields[i].kind].value, e->fields[i].name, e->fields[i].name);
		bytes_text(to, ", %s", value);
	}
	bytes_text(to, "\n");
}

void event_format(struct bytes *to, const struct event *e)
{
	bytes_text(to, "name: %s\nID: %u\nformat:\n", e->name, e->id);
	add_fields(to, e);
	add_print(to, e);
}

/* ---- records ---- */

void event_begin(struct event_record *r, const struct event *e, uint32_t tid)
{
	r->event = e;
	r->used = e->size;
	memset(r->data, 0, e->size);
	bytes_put(r->data, e->id, 2);
	bytes_put(r->data + 4, tid, 4);
}

void event_put_number(struct event_record *r, size_t field, uint64_t value)
{
	const struct event_field *f = &r->event->fields[field];

	bytes_put(r->data + f->offset, value, kinds[f->kind].size);
}

/* Where: the length in the upper half, the distance from the record's start in the lower one */
static void put_location(struct event_record *r, size_t field, size_t n)
{
	bytes_put(r->data + r->event->fields[field].offset, n << 16 | r->used, 4);
	r->used += n;
}

bool event_put_text(struct event_record *r, size_t field, const void *text, size_t n)
{
	size_t room = sizeof(r->data) - r->used, fits = room ? room - 1 : 0;
	bool whole = n <= fits;

	if (!room)
		return false;
	n = whole ? n : fits;
	if (n)
		memcpy(r->data + r->used, text, n);
	r->data[r->used + n] = '\0';
	put_location(r, field, n + 1);
	return whole;
}

bool event_put_numbers(struct event_record *r, size_t field, const uint64_t *numbers, size_t n)
{
	if (sizeof(r->data) - r->used < n * 8)
		return false;
	for (size_t i = 0; i < n; i++)
		bytes_put(r->data + r->used + 8 * i, numbers[i], 8);
	put_location(r, field, n * 8);
	return true;
}
