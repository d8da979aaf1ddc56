/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* trace_captures.bpf.h - pieces that were read at a call's entry wait here until it returns. */
#pragma once

#include "trace_pieces.bpf.h"
#include "trace_slots.bpf.h"

/* By tgid << 32 | tid */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 8192);
	__type(key, u64);
	__type(value, struct trace_capture);
} captures SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 256);
	__type(key, u64);
	__type(value, struct trace_capture_long);
} captures_long SEC(".maps");

enum { CAPTURED_NOTHING, CAPTURED, CAPTURED_LONG };

/* What lies in the row's room is a capture, once its length stands behind it. */
static __always_inline void capture_put(struct trace_slot *slot, struct trace_scratch *s)
{
	u64 id = slot->id;
	bool is_long = s->used > TRACE_CAPTURE;

	if (!s->used)
		return;
	*(u64 *)(s->room + (is_long ? TRACE_CAPTURE_LONG : TRACE_CAPTURE)) = s->used;
	if (is_long ? bpf_map_update_elem(&captures_long, &id, s->room, BPF_ANY)
				: bpf_map_update_elem(&captures, &id, s->room, BPF_ANY))
		LOST(map_full);
	else
		slot->captured = is_long ? CAPTURED_LONG : CAPTURED;
}

/* The helper copies them: a loop over the words would cost the verifier all its rounds. */
static __always_inline void copy_pieces(struct trace_scratch *s, const void *from, u64 length, const u32 most)
{
	s->used = 0;
	if (length <= most && !bpf_probe_read_kernel(s->room, length, from))
		s->used = length;
}

static __always_inline void capture_drop(struct trace_slot *slot)
{
	u64 id = slot->id;

	if (!slot->captured)
		return;
	if (slot->captured == CAPTURED)
		bpf_map_delete_elem(&captures, &id);
	else
		bpf_map_delete_elem(&captures_long, &id);
	slot->captured = CAPTURED_NOTHING;
}

/* To the beginning of an empty row */
static __always_inline void capture_take(struct trace_slot *slot, struct trace_scratch *s)
{
	struct trace_capture_long *large;
	struct trace_capture *small;
	u64 id = slot->id;

	if (slot->captured == CAPTURED) {
		small = bpf_map_lookup_elem(&captures, &id);
		if (small)
			copy_pieces(s, small->pieces, small->length, TRACE_CAPTURE);
	} else {
		large = bpf_map_lookup_elem(&captures_long, &id);
		if (large)
			copy_pieces(s, large->pieces, large->length, TRACE_CAPTURE_LONG);
	}
	capture_drop(slot);
}

/* The thread goes on under another number: exec */
static __always_inline void capture_move(struct trace_slot *from, struct trace_slot *to)
{
	struct trace_scratch *s = from->captured ? scratch() : NULL;

	if (!s)
		return;
	s->used = 0;
	capture_take(from, s);
	capture_put(to, s);
}
