/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * trace_events.bpf.h - --event: a tracepoint's record as it is, in a row among the calls.
 *
 * All events are classic tracepoints, and share one program: user space loads a copy of it for each. The kernel runs
 * one classic program at a time on a CPU, so they share a scratch. It is not that of the calls, within which an
 * interrupt's event may come.
 */
#pragma once

#include "trace_rows.bpf.h"
#include "filter.bpf.h"
#include <ktally/trace_events.h>

const volatile struct trace_event_plan event_plans[TRACE_EVENTS] = {};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct trace_scratch);
} event_scratches SEC(".maps");

static __always_inline struct trace_scratch *event_scratch(void)
{
	u32 zero = 0;
	struct trace_scratch *s = bpf_map_lookup_elem(&event_scratches, &zero);

	if (s) {
		s->used = 0;
		s->limit = TRACE_ROOM;
	}
	return s;
}

/* Where the parts behind the fields end; `record` has the fields */
static __always_inline u64 record_end(const char *record, const volatile struct trace_event_plan *plan)
{
	u64 end = plan->size;

#pragma clang loop unroll(full)
	for (u32 i = 0; i < TRACE_EVENT_PARTS; i++) {
		u64 field = plan->parts[i], last;
		u32 place;

		if (i >= plan->nparts)
			break;
		BOUND(field, TRACE_EVENT_MAX - 1);
		place = *(const u32 *)(record + field);
		last = (place & 0xffff) + (place >> 16);
		if (plan->relative >> i & 1)
			last += field + sizeof(place);
		if (last > end)
			end = last;
	}
	return end;
}

static __always_inline void add_record(void *ctx, struct trace_scratch *s, u64 number)
{
	const volatile struct trace_event_plan *plan = &event_plans[number & (TRACE_EVENTS - 1)];
	char *record = s->room + sizeof(struct trace_piece);
	u64 size = plan->size, end, flags = 0;

	BOUND(size, TRACE_EVENT_MAX - 1);
	bpf_probe_read_kernel(record, size, ctx);
	end = record_end(record, plan);
	if (end >= TRACE_EVENT_MAX) {
		end = TRACE_EVENT_MAX - 1;
		flags = TRACE_PIECE_CUT;
	}
	BOUND(end, TRACE_EVENT_MAX - 1);
	if (end > size)
		bpf_probe_read_kernel(record, end, ctx);
	piece_end(s, 0, end, piece_tag(0, TRACE_MEMORY, 0, flags));
}

static __always_inline u64 event_number(void)
{
	u64 number;

	asm volatile("%0 = %1 ll" : "=r"(number) : "i"(TRACE_EVENT_NUMBER));
	return number;
}

SEC("?tracepoint")
int event(void *ctx)
{
	struct trace_scratch *s;

	if (!task_wanted())
		return 0;
	s = event_scratch();
	if (!s)
		return 0;
	row_of_task(&s->row, TRACE_EVENT, !HAS_TASK_BTF);
	s->row.call = event_number();
	add_record(ctx, s, s->row.call);
	if (setup.stacks)
		add_stacks(ctx, s);
	row_send(s);
	return 0;
}
