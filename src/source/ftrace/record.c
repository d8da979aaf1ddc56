// SPDX-License-Identifier: GPL-2.0-or-later
#include "record.h"

#include "source/tasks.h"

#include <string.h>
#include <traceevent/event-parse.h>

/* A format may come from a recording, so nothing in it can be trusted. */
static bool inside(const struct tep_format_field *f, uint32_t size)
{
	return f && f->offset >= 0 && f->size > 0 && (size_t)f->offset + (size_t)f->size <= size;
}

static const struct tep_format_field *field_at(const struct record *r, unsigned i)
{
	return inside(r->fields[i], r->size) ? r->fields[i] : NULL;
}

static int64_t number(const unsigned char *at, int size, bool is_signed)
{
	uint64_t u64 = 0;
	uint32_t u32;
	uint16_t u16;

	switch (size) {
	case 1:
		return is_signed ? (int8_t)*at : *at;
	case 2:
		memcpy(&u16, at, sizeof(u16));
		return is_signed ? (int16_t)u16 : u16;
	case 4:
		memcpy(&u32, at, sizeof(u32));
		return is_signed ? (int32_t)u32 : (int64_t)u32;
	case 8:
		memcpy(&u64, at, sizeof(u64));
		return (int64_t)u64;
	default:
		return 0;
	}
}

bool record_has(const struct record *r, unsigned i)
{
	return field_at(r, i);
}

void record_bytes(const struct record *r, unsigned i, void *to, size_t n)
{
	const struct tep_format_field *f = field_at(r, i);

	memset(to, 0, n);
	if (f && (size_t)f->size >= n)
		memcpy(to, r->data + f->offset, n);
}

int64_t record_number(const struct record *r, const void *field)
{
	const struct tep_format_field *f = field;

	return inside(f, r->size) ? number(r->data + f->offset, f->size, f->flags & TEP_FIELD_IS_SIGNED) : 0;
}

int64_t record_int(const struct record *r, unsigned i)
{
	return record_number(r, r->fields[i]);
}

/* Of a field like "unsigned long args[]", which has no size of its own */
static const char *rest(const struct record *r, unsigned i, size_t *n)
{
	const struct tep_format_field *f = r->fields[i];

	if (!f || f->size || f->offset <= 0 || (uint32_t)f->offset > r->size)
		return NULL;
	*n = r->size - (uint32_t)f->offset;
	return (const char *)r->data + f->offset;
}

const char *record_data(const struct record *r, unsigned i, size_t *n)
{
	const struct tep_format_field *f = field_at(r, i);
	uint32_t location, offset, size;

	if (!f)
		return rest(r, i, n);
	offset = (uint32_t)f->offset;
	size = (uint32_t)f->size;
	if (f->flags & TEP_FIELD_IS_DYNAMIC && f->size != 4)
		return NULL;
	if (f->flags & TEP_FIELD_IS_DYNAMIC) { /* length << 16 | offset; __rel_loc counts from the field's end */
		location = (uint32_t)number(r->data + offset, 4, false);
		offset = (location & 0xffff) + (f->flags & TEP_FIELD_IS_RELATIVE ? offset + size : 0);
		size = location >> 16;
	}
	if (offset > r->size || size > r->size - offset)
		return NULL;
	*n = size;
	return (const char *)r->data + offset;
}

const char *record_chars(const struct record *r, unsigned i, size_t *length)
{
	const char *text = record_data(r, i, length);

	if (text)
		*length = strnlen(text, *length);
	return text;
}

size_t record_copy(const struct record *r, unsigned i, char *to, size_t size)
{
	size_t length = 0;
	const char *text = record_chars(r, i, &length);

	if (length >= size)
		length = size - 1;
	if (text)
		memcpy(to, text, length);
	to[length] = '\0';
	return length;
}

const struct task *record_task(const struct record *r)
{
	return tasks_get(r->tasks, r->tid);
}

void record_task_name(const struct record *r, char *to)
{
	if (r->tid)
		memcpy(to, record_task(r)->comm, TASK_COMM);
	else
		snprintf(to, TASK_COMM, "swapper/%d", r->cpu);
}

const struct task *record_other(const struct record *r, uint32_t tid)
{
	return tasks_get(r->tasks, tid);
}

bool record_wanted(const struct record *r, int comm_field)
{
	size_t length = 0;
	const char *comm = comm_field < 0 ? NULL : record_chars(r, (unsigned)comm_field, &length);

	return tasks_wanted(r->tasks, r->tid, comm, length);
}

bool record_wanted_other(const struct record *r, uint32_t tid)
{
	return tasks_wanted(r->tasks, tid, NULL, 0);
}
