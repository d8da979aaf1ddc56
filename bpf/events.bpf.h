/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * events.bpf.h - the ring buffer `events` of finished rows. A row starts with its time (u64, nanoseconds of
 * CLOCK_MONOTONIC) and may be sent shorter than its struct where its last member is a string.
 *
 * The reader is woken when an eighth of the buffer is full and looks ten times a second by itself: waking
 * it for every row is what makes event tools slow their targets.
 */
#pragma once

#include "losses.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 22); /* --buffer. Mapped twice, it is most of the memory that ktally needs */
} events SEC(".maps");

const volatile __u64 events_wake = 1 << 19; /* bytes that wake the reader */

static __always_inline u64 events_flags(void)
{
	return bpf_ringbuf_query(&events, BPF_RB_AVAIL_DATA) >= events_wake ? BPF_RB_FORCE_WAKEUP : BPF_RB_NO_WAKEUP;
}

/* A row of `size` bytes to be filled and given to events_submit(), or NULL, which is counted */
static __always_inline void *events_reserve(u64 size)
{
	void *row = bpf_ringbuf_reserve(&events, size, 0);

	if (!row)
		LOST(ring);
	return row;
}

static __always_inline void events_submit(void *row)
{
	bpf_ringbuf_submit(row, events_flags());
}

/* A row of a length that is known only at run time, copied */
static __always_inline void events_send(void *row, u64 size)
{
	if (bpf_ringbuf_output(&events, row, size, events_flags()))
		LOST(ring);
}
