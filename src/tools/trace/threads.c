// SPDX-License-Identifier: GPL-2.0-or-later
#include "threads.h"

#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

struct entry {
	UT_hash_handle hh;
	uint32_t tid;
	struct thread thread;
};

static struct entry *entries;

static struct entry *find(uint32_t tid)
{
	struct entry *e;

	HASH_FIND(hh, entries, &tid, sizeof(tid), e);
	return e;
}

struct thread *threads_find(uint32_t tid)
{
	struct entry *e = find(tid);

	return e ? &e->thread : NULL;
}

static struct entry *add(uint32_t tid)
{
	struct entry *e = calloc(1, sizeof(*e));

	if (!e)
		return NULL;
	e->tid = tid;
	HASH_ADD(hh, entries, tid, sizeof(tid), e);
	return e;
}

struct thread *threads_get(uint32_t tid)
{
	struct entry *e = find(tid);

	if (!e)
		e = add(tid);
	return e ? &e->thread : NULL;
}

static void remove_entry(struct entry *e)
{
	HASH_DEL(entries, e);
	free(e->thread.pieces);
	free(e);
}

void threads_remove(uint32_t tid)
{
	struct entry *e = find(tid);

	if (e)
		remove_entry(e);
}

void threads_each(void (*each)(struct thread *t, void *arg), void *arg)
{
	for (struct entry *e = entries; e; e = e->hh.next)
		each(&e->thread, arg);
}

void threads_free(void)
{
	struct entry *e = NULL, *next;

	HASH_ITER (hh, entries, e, next) {
		remove_entry(e);
	}
}

void threads_renumber(uint32_t tid, uint32_t old_tid)
{
	struct entry *e = find(old_tid);

	if (tid == old_tid || !e)
		return;
	threads_remove(tid); /* exec has ended that thread, in whatever call it was */
	HASH_DEL(entries, e);
	e->tid = tid;
	e->thread.slot.id = e->thread.slot.id >> 32 << 32 | tid;
	HASH_ADD(hh, entries, tid, sizeof(tid), e);
}

/* ---- texts ---- */

static char *make_room(struct thread *t, size_t n)
{
	char *pieces;

	if (t->length + n > THREAD_PIECES)
		return NULL;
	pieces = realloc(t->pieces, t->length + n);
	if (!pieces)
		return NULL;
	t->pieces = pieces;
	pieces += t->length;
	t->length += (uint32_t)n;
	return memset(pieces, 0, n);
}

void thread_add_text(struct thread *t, unsigned arg, const char *text, size_t n, bool more)
{
	struct trace_piece piece = {.arg = (uint8_t)arg, .what = TRACE_MEMORY, .flags = TRACE_PIECE_ENTRY};
	char *to;

	if (n > TRACE_PIECE_MAX) {
		n = TRACE_PIECE_MAX;
		more = true;
	}
	piece.length = (uint16_t)n;
	piece.flags |= more ? TRACE_PIECE_CUT : 0;
	to = make_room(t, sizeof(piece) + ((n + 7) & ~7UL));
	if (!to)
		return;
	memcpy(to, &piece, sizeof(piece));
	memcpy(to + sizeof(piece), text, n);
}

bool thread_has_text(const struct thread *t, unsigned arg)
{
	struct trace_piece piece;

	for (uint32_t at = 0; at < t->length; at += (uint32_t)sizeof(piece) + ((piece.length + 7U) & ~7U)) {
		memcpy(&piece, t->pieces + at, sizeof(piece));
		if (piece.arg == arg)
			return true;
	}
	return false;
}

void thread_forget_texts(struct thread *t)
{
	free(t->pieces);
	t->pieces = NULL;
	t->length = 0;
}
