// SPDX-License-Identifier: GPL-2.0-or-later
#include "ftrace_stacks.h"

#include <ktally/stacks.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

enum { IN_TASK, IN_SOFTIRQ, IN_HARDIRQ, IN_NMI, CONTEXTS };

/* common_flags (include/linux/trace_events.h: enum trace_flag_type), which every record has at its third byte */
#define FLAGS_AT 2
#define FLAG_HARDIRQ 0x08
#define FLAG_SOFTIRQ 0x10
#define FLAG_NMI 0x40
#define STACK_AT 16 /* in struct stack_entry: 8 common bytes, int size, addresses */

struct place {
	uint32_t tid;
	bool waits;
	_Alignas(8) unsigned char data[];
};

static unsigned char *places;
static size_t place_size;
static stack_done *on_stack;
static int ncpus;

int generic_stacks_start(struct session *s, size_t size, stack_done *done)
{
	on_stack = done;
	ncpus = get_nprocs_conf();
	place_size = (sizeof(struct place) + size + 7) / 8 * 8;
	places = calloc((size_t)ncpus * CONTEXTS, place_size);
	return places ? 0 : cannot(s, -ENOMEM, "out of memory");
}

static struct place *place_at(size_t i)
{
	return (struct place *)(places + i * place_size);
}

static struct place *place_of(const struct record *r)
{
	unsigned char flags = r->size > FLAGS_AT ? r->data[FLAGS_AT] : 0;
	unsigned context = flags & FLAG_NMI		  ? IN_NMI
					   : flags & FLAG_HARDIRQ ? IN_HARDIRQ
					   : flags & FLAG_SOFTIRQ ? IN_SOFTIRQ
											  : IN_TASK;

	return places && r->cpu < ncpus ? place_at((size_t)r->cpu * CONTEXTS + context) : NULL;
}

static void release(struct session *s, struct place *place, const uint64_t *frames, unsigned n)
{
	place->waits = false;
	on_stack(s, place->data, frames, n);
}

void *generic_stacks_wait(struct session *s, const struct record *r)
{
	struct place *place = place_of(r);
	uint64_t none = 0;

	if (!place) {
		s->lost.map_full++;
		return NULL;
	}
	if (place->waits)
		release(s, place, &none, 0);
	place->waits = true;
	place->tid = r->tid;
	return place->data;
}

void generic_stacks_record(struct session *s, const struct record *r)
{
	struct place *place = place_of(r);
	uint64_t frames[STACK_FRAMES];
	uint64_t n = (uint64_t)record_int(r, 0);

	if (!place || !place->waits || place->tid != r->tid)
		return;
	if (r->size < STACK_AT)
		n = 0;
	else if (n > (r->size - STACK_AT) / sizeof(*frames))
		n = (r->size - STACK_AT) / sizeof(*frames);
	if (n > STACK_FRAMES)
		n = STACK_FRAMES;
	memcpy(frames, r->data + STACK_AT, n * sizeof(*frames));
	release(s, place, frames, (unsigned)n);
}

void generic_stacks_flush(struct session *s)
{
	uint64_t none = 0;

	for (size_t i = 0; places && i < (size_t)ncpus * CONTEXTS; i++)
		if (place_at(i)->waits)
			release(s, place_at(i), &none, 0);
}

void generic_stacks_free(void)
{
	free(places);
	places = NULL;
}
