/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* trace_rows.bpf.h - rows of the current task, whatever they are about, and how they are sent. */
#pragma once

#include "trace_slots.bpf.h"
#include "events.bpf.h"
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

/* After the pieces of memory, which the decoder looks at first */
static __always_inline void add_stacks(void *ctx, struct trace_scratch *s)
{
	for (u32 kernel = 0; kernel < 2; kernel++) {
		u64 at = s->used;
		long bytes;

		if (!(setup.stacks >> kernel & 1) || at >= TRACE_ROOM)
			continue;
		BOUND(at, TRACE_ROOM - 1);
		bytes = bpf_get_stack(ctx, s->room + at + sizeof(struct trace_piece), TRACE_FRAMES * sizeof(u64),
							  kernel ? 0 : BPF_F_USER_STACK);
		if (bytes > 0)
			piece_end(s, at, bytes, piece_tag(kernel, TRACE_STACK, 0, 0));
	}
}
