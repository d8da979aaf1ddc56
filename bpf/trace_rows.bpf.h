/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* trace_rows.bpf.h - rows of the current task, whatever they are about, and how they are sent. */
#pragma once

#include "trace_slots.bpf.h"
#include "events.bpf.h"
#include "stacks.bpf.h"
#include "trace_tests.bpf.h"

static __always_inline void row_of_task(struct trace_row *row, u32 kind, const bool hashed)
{
	struct task_struct *task = current_task(hashed);
	u64 id = current_id(task, hashed);

	*row = (struct trace_row){.time_ns = bpf_ktime_get_ns(), .pid = id >> 32, .tid = id, .kind = kind};
	row->uid = bpf_get_current_uid_gid();
	row->cpu = bpf_get_smp_processor_id();
	current_name((u64 *)row->comm, task, hashed);
}

static __always_inline void row_send(struct trace_scratch *s)
{
	u64 used = s->used;

	BOUND(used, 2 * TRACE_ROOM - 1);
	if (used > TRACE_ROOM)
		return;
	s->row.length = used;
	events_send(&s->row, sizeof(s->row) + used);
}

/* After the pieces of memory, which the decoder looks at first: the hash of each stack that is wanted */
static __always_inline void add_stack(struct trace_scratch *s, u64 hash, u32 kernel)
{
	u64 at = s->used;

	if (!hash || at >= TRACE_ROOM)
		return;
	BOUND(at, TRACE_ROOM - 1);
	*(u64 *)(s->room + at + sizeof(struct trace_piece)) = hash;
	piece_end(s, at, sizeof(hash), piece_tag(kernel, TRACE_STACK, 0, 0));
}

static __always_inline void add_stacks(void *ctx, struct trace_scratch *s)
{
	if (setup.stacks & 2)
		add_stack(s, stack_kernel(ctx), 1);
	if (setup.stacks & 1)
		add_stack(s, stack_user(ctx, UNWIND_TASK), 0);
}
