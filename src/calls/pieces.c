// SPDX-License-Identifier: GPL-2.0-or-later
/* Looks for pieces of a row. They may say anything of themselves; what is beyond the row does not exist. */
#include "sys/errnos.h"
#include "write.h"

#include <string.h>

uint64_t argument(const struct text *t, unsigned arg)
{
	uint64_t value = arg < TRACE_ARGS ? t->row->args[arg] : 0;

	return t->word == 4 ? (uint32_t)value : value;
}

bool call_failed(const struct text *t)
{
	return errno_result(t->row->ret);
}

static bool next(const struct trace_row *row, size_t *at, struct trace_piece *p, struct memory *m)
{
	size_t end = row->length, begin = *at;

	if (begin > end || end - begin < sizeof(*p))
		return false;
	memcpy(p, row->pieces + begin, sizeof(*p));
	begin += sizeof(*p);
	if (p->length > end - begin)
		return false;
	*m = (struct memory){(const unsigned char *)row->pieces + begin, p->length, p->flags};
	*at = begin + ((p->length + 7U) & ~7U);
	return true;
}

/* entry: 1 that of the entry, 0 that of the return, -1 either */
static bool find(const struct text *t, unsigned arg, unsigned what, unsigned index, int entry, struct memory *m)
{
	struct trace_piece p;

	for (size_t at = 0; next(t->row, &at, &p, m);)
		if (p.arg == arg && p.what == what && p.index == index &&
			(entry < 0 || !(p.flags & TRACE_PIECE_ENTRY) == !entry))
			return true;
	*m = (struct memory){0};
	return false;
}

bool memory_find(const struct text *t, unsigned arg, unsigned what, unsigned index, struct memory *m)
{
	return find(t, arg, what, index, -1, m);
}

bool memory_before(const struct text *t, unsigned arg, struct memory *m)
{
	return find(t, arg, TRACE_MEMORY, 0, 1, m) || find(t, arg, TRACE_MEMORY, 0, 0, m);
}

bool memory_after(const struct text *t, unsigned arg, struct memory *m)
{
	return find(t, arg, TRACE_MEMORY, 0, 0, m) || find(t, arg, TRACE_MEMORY, 0, 1, m);
}

bool memory_of(const struct text *t, unsigned arg, size_t size, struct memory *m)
{
	return memory_after(t, arg, m) && m->n >= size;
}

bool memory_result(const struct text *t, unsigned arg, size_t size, struct memory *m)
{
	return !call_failed(t) && find(t, arg, TRACE_MEMORY, 0, 0, m) && m->n >= size;
}

uint64_t memory_number(const struct memory *m, size_t at, unsigned bytes)
{
	uint64_t value = 0;

	if (at > m->n || bytes > m->n - at || bytes > sizeof(value))
		return 0;
	for (unsigned i = 0; i < bytes; i++) /* every machine here is little-endian, whichever reads it */
		value |= (uint64_t)m->bytes[at + i] << 8 * i;
	return value;
}

uint64_t memory_word(const struct text *t, const struct memory *m, size_t index)
{
	return memory_number(m, index * t->word, t->word);
}

static bool piece_valid(const struct trace_piece *p, size_t left)
{
	return p->length <= left && p->arg <= TRACE_RESULT && p->what <= TRACE_PROCESS;
}

bool call_row_valid(const struct trace_row *row, size_t size)
{
	struct trace_piece piece;

	if (size < sizeof(*row) || row->length != size - sizeof(*row) || row->kind > TRACE_FAULT ||
		row->flags & ~(TRACE_CUT | TRACE_NO_ENTRY | TRACE_ENDED | TRACE_DETACHED))
		return false;
	if (row->kind == TRACE_EVENT || row->kind == TRACE_FAULT) /* what follows is not ours to read */
		return true;
	for (size_t at = 0; at < row->length;) {
		if (row->length - at < sizeof(piece))
			return false;
		memcpy(&piece, row->pieces + at, sizeof(piece));
		at += sizeof(piece);
		if (!piece_valid(&piece, row->length - at))
			return false;
		at += (piece.length + 7U) & ~7U;
	}
	return true;
}
