// SPDX-License-Identifier: GPL-2.0-or-later
#include "stacks.h"

#include "base/stack_store.h"
#include "object.h"
#include "unwind.h"
#include "unwind_copy.h"

#include <errno.h>
#include <ktally/stacks.h>
#include <unistd.h>

/* Its key has the copy's name; whoever prints, or adds up, asks for the stack's own. */
static void on_copy(const struct stack_copy *copy)
{
	uint64_t frames[STACK_FRAMES];
	uint32_t flags, n = bpf_unwind_copy(copy, frames, &flags);

	stack_store_alias(copy->hash, stack_store_add(frames, n, flags));
}

static int on_stack(void *session, void *data, size_t size)
{
	const struct stack_row *row = data;

	(void)session;
	if (size >= STACK_COPY_HEAD && row->n == STACK_IS_COPY) {
		const struct stack_copy *copy = data;

		if (copy->npages <= (size - STACK_COPY_HEAD) / STACK_PAGE)
			on_copy(copy);
	}
	if (size < STACK_HEAD || row->n > STACK_FRAMES || size < STACK_HEAD + row->n * sizeof(*row->frames))
		return 0;
	if (!row->n)
		bpf_unwind_asked(row->tgid);
	else /* without memory it is shown as [lost] */
		stack_store_put(row->hash, (const uint64_t *)row->frames, row->n, row->flags);
	return 0;
}

/* A row may come before its stack, which was sent before the row, is read. */
static void fetch(void *ring)
{
	bpf_stacks_read(ring);
}

void bpf_stacks_none(const struct session *s)
{
	bpf_map__set_max_entries(bpf_map_of(s, "stacks"), (uint32_t)getpagesize());
	bpf_map__set_max_entries(bpf_map_of(s, "stacks_sent"), 1);
}

static int open_ring(struct session *s, struct ring_buffer **ring)
{
	struct bpf_map *map = bpf_map_of(s, "stacks");

	if (!map || bpf_map__type(map) != BPF_MAP_TYPE_RINGBUF)
		return 0;
	if (*ring)
		return ring_buffer__add(*ring, bpf_map__fd(map), on_stack, s);
	*ring = ring_buffer__new(bpf_map__fd(map), on_stack, s, NULL);
	return *ring ? 0 : -errno;
}

int bpf_stacks_open(struct session *s, struct ring_buffer **ring)
{
	int err = open_ring(s, ring);

	stack_store_on_miss(fetch, *ring);
	return err;
}

void bpf_stacks_close(struct ring_buffer *ring)
{
	stack_store_on_miss(NULL, NULL);
	ring_buffer__free(ring);
}

int bpf_stacks_read(struct ring_buffer *ring)
{
	int n = ring ? ring_buffer__consume(ring) : 0;

	return n < 0 && n != -EINTR ? n : 0;
}
