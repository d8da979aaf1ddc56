// SPDX-License-Identifier: GPL-2.0-or-later
#include "frames.h"

#include <stdlib.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

#define FRAMES 128 /* the kernel's shadow stack has room for 50, from 6.11 on for a page */

struct frame {
	uint64_t function;
	uint64_t callees_ns;
	int32_t depth;
	bool holed; /* an end in it was not seen */
};

struct thread {
	UT_hash_handle hh;
	uint32_t tid;
	uint32_t n;
	struct frame frames[FRAMES];
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
	t->n = 0;
	HASH_ADD(hh, threads, tid, sizeof(tid), t);
	return t;
}

static void forget(struct thread *t)
{
	HASH_DEL(threads, t);
	free(t);
}

static void cut(struct thread *t, uint32_t n)
{
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
		t->n = 0; /* what these take is not known then */
	t->frames[t->n++] = (struct frame){.function = function, .depth = depth};
}

static bool end_frame(struct thread *t, uint32_t i, uint64_t duration_ns, uint64_t *own_ns)
{
	const struct frame *f = &t->frames[i];
	bool whole = i + 1 == t->n && !f->holed && f->callees_ns <= duration_ns;

	*own_ns = whole ? duration_ns - f->callees_ns : 0;
	t->n = i;
	return whole;
}

bool frames_end(uint32_t tid, uint64_t function, int32_t depth, uint64_t duration_ns, uint64_t *own_ns)
{
	struct thread *t = find(tid);
	bool whole = false;

	*own_ns = 0;
	for (uint32_t i = t ? t->n : 0; i-- > 0;)
		if (t->frames[i].function == function && t->frames[i].depth == depth) {
			whole = end_frame(t, i, duration_ns, own_ns);
			break;
		}
	if (t && t->n)
		t->frames[t->n - 1].callees_ns += duration_ns;
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
