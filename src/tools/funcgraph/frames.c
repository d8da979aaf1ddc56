// SPDX-License-Identifier: GPL-2.0-or-later
#include "frames.h"

#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

#define FRAMES 128 /* the kernel's shadow stack has room for 50, from 6.11 on for a page */
#define RECENT 32

struct frame {
	uint64_t function;
	uint64_t callees_ns; /* of those that are not recent */
	int32_t depth;
	bool holed; /* an end in it was not seen */
};

/*
 * A call that has ended. Whose callee it is, the order of the records does not tell for sure: an interrupt may come
 * while the kernel notes a begin or an end, and the records of what it calls stand before. What stands before a begin
 * can belong to that call, and what stands before an end can have come after it: the noted times tell.
 */
struct callee {
	uint64_t begun, ended;
	uint32_t caller; /* a place in frames */
};

struct thread {
	UT_hash_handle hh;
	uint32_t tid;
	uint32_t n;
	uint32_t nrecent;
	struct frame frames[FRAMES];
	struct callee recent[RECENT]; /* in the order of their ends */
};

static struct thread *threads; /* only those that are in a call */

static struct thread *find(uint32_t tid)
{
	struct thread *t;

	HASH_FIND(hh, threads, &tid, sizeof(tid), t);
	return t;
}

/* NULL: no memory */
static struct thread *add(uint32_t tid)
{
	struct thread *t = malloc(sizeof(*t));

	if (!t)
		return NULL;
	t->tid = tid;
	t->n = t->nrecent = 0;
	HASH_ADD(hh, threads, tid, sizeof(tid), t);
	return t;
}

static void forget(struct thread *t)
{
	HASH_DEL(threads, t);
	free(t);
}

/* Records are in order, so the callees of what is cut are the last. */
static void cut(struct thread *t, uint32_t n)
{
	while (t->nrecent && t->recent[t->nrecent - 1].caller >= n)
		t->nrecent--;
	t->n = n;
	if (n)
		t->frames[n - 1].holed = true;
}

/*
 * Calls that are deeper have lost their end. One that is as deep may go on: in an interrupt that comes while the end is
 * noted, the kernel counts the depth as if the call had ended.
 */
static void cut_lost(struct thread *t, int32_t depth)
{
	while (t->n && t->frames[t->n - 1].depth > depth)
		cut(t, t->n - 1);
	if (t->n > 1 && t->frames[t->n - 2].depth == depth)
		cut(t, t->n - 2);
}

void frames_begin(uint32_t tid, uint64_t function, int32_t depth)
{
	struct thread *t = find(tid);

	if (!t)
		t = add(tid);
	if (!t)
		return;
	cut_lost(t, depth);
	if (t->n == FRAMES)
		t->n = t->nrecent = 0; /* what these take is not known then */
	t->frames[t->n++] = (struct frame){.function = function, .depth = depth};
}

/* ---- ends ---- */

/* The older half gets no other caller any more. */
static void settle(struct thread *t)
{
	for (uint32_t i = 0; i < RECENT / 2; i++) {
		const struct callee *c = &t->recent[i];

		t->frames[c->caller < t->n ? c->caller : t->n - 1].callees_ns += c->ended - c->begun;
	}
	t->nrecent -= RECENT / 2;
	memmove(t->recent, t->recent + RECENT / 2, t->nrecent * sizeof(*t->recent));
}

static void remember(struct thread *t, uint64_t begun, uint64_t ended)
{
	if (t->nrecent == RECENT)
		settle(t);
	t->recent[t->nrecent++] = (struct callee){begun, ended, t->n - 1};
}

/* Forgets the callees of frame i, and returns how long they took. What came after its end becomes its caller's. */
static uint64_t take_callees(struct thread *t, uint32_t i, uint64_t begun, uint64_t ended)
{
	uint64_t sum = t->frames[i].callees_ns;
	uint32_t kept = 0;

	for (uint32_t k = 0; k < t->nrecent; k++) {
		struct callee c = t->recent[k];

		if ((c.caller >= i || c.begun >= begun) && c.begun < ended) {
			sum += c.ended - c.begun;
			continue;
		}
		if (c.caller >= i)
			c.caller = i ? i - 1 : 0;
		t->recent[kept++] = c;
	}
	t->nrecent = kept;
	return sum;
}

static bool end_frame(struct thread *t, uint32_t i, uint64_t begun, uint64_t ended, uint64_t *own_ns)
{
	bool whole = i + 1 == t->n && !t->frames[i].holed;
	uint64_t callees = take_callees(t, i, begun, ended);

	whole = whole && callees <= ended - begun;
	*own_ns = whole ? ended - begun - callees : 0;
	t->n = i;
	return whole;
}

bool frames_end(uint32_t tid, uint64_t function, int32_t depth, uint64_t begun, uint64_t ended, uint64_t *own_ns)
{
	struct thread *t = find(tid);
	bool whole = false;

	*own_ns = 0;
	for (uint32_t i = t ? t->n : 0; i-- > 0;)
		if (t->frames[i].function == function && t->frames[i].depth == depth) {
			whole = end_frame(t, i, begun, ended, own_ns);
			break;
		}
	if (t && t->n)
		remember(t, begun, ended);
	else if (t)
		forget(t);
	return whole;
}

void frames_free(void)
{
	struct thread *t, *next;

	HASH_ITER (hh, threads, t, next) {
		HASH_DEL(threads, t);
		free(t);
	}
}
