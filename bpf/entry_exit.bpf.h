/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * entry_exit.bpf.h - a call from its entry to its return: the entry leaves a start (starts.bpf.h), the return takes it.
 * Before this is included:
 *
 *	#define START_DATA struct mine	whose first member is `struct call_start call`
 *	#define CALLS_ARE_FILTERED	if call_begins() refuses calls for more than their task: then a return without a
 *					start is no news, and is not counted
 *	#define CALLS_OF_ALL_TASKS	if call_begins() asks for the task itself, where it matters
 *
 * and the object defines these two. `typed`: ctx is that of fentry and fexit, not registers.
 *
 *	static __always_inline bool call_begins(void *ctx, u64 function, const bool typed, START_DATA *start);
 *		fills what is its own of *start; false: not wanted
 *	static __always_inline void call_ends(void *ctx, const bool typed, const START_DATA *start, u64 now);
 *
 * A call is known by its function and where on the stack it was entered (frames.bpf.h). No two calls under way share
 * both, whatever recursion or interrupt they come from, and both are the same at the return; the depth of a thread's
 * calls would not be, once a return was missed. Entered again without a return in between is such a miss. It is
 * counted.
 */
#pragma once

#include "filter.bpf.h"
#include "frames.bpf.h"

/* The hash alone: kernels without compare-and-exchange need no programs of their own, and a probe's cost hides it. */
#define STARTS_LOG2 1
#include "starts.bpf.h"

static __always_inline bool call_begins(void *ctx, u64 function, const bool typed, START_DATA *start);
static __always_inline void call_ends(void *ctx, const bool typed, const START_DATA *start, u64 now);

static __always_inline int call_enter(void *ctx, u64 place, u64 function, const bool typed)
{
	START_DATA start;

#ifndef CALLS_OF_ALL_TASKS
	if (!task_wanted())
		return 0;
#endif
	if (!call_begins(ctx, function, typed, &start)) {
		starts_forget(place); /* of a call that never returned, or whose return was not seen */
		return 0;
	}
	start.call.task = bpf_get_current_pid_tgid();
	start.call.time_ns = bpf_ktime_get_ns();
	starts_put_hashed(place, &start);
	return 0;
}

static __always_inline int call_leave(void *ctx, u64 place, const bool typed)
{
	u64 now = bpf_ktime_get_ns();
	START_DATA start = {};

	if (!starts_take(place, &start)) {
#ifndef CALLS_ARE_FILTERED
		if (task_wanted())
			LOST(unmatched);
#endif
		return 0;
	}
	if (call_is_of(&start.call, bpf_get_current_pid_tgid()))
		call_ends(ctx, typed, &start, now);
	else
		LOST(missed); /* of a thread that is gone: its stack has a new owner, whose call was not wanted */
	return 0;
}

/* fentry and fexit run on one frame of the trampoline: the place is that of their common context. */
static __always_inline int call_enter_typed(void *ctx, u64 function)
{
	return call_enter(ctx, starts_key(ctx), function, true);
}

static __always_inline int call_leave_typed(void *ctx)
{
	return call_leave(ctx, starts_key(ctx), true);
}

static __always_inline int call_enter_frame(struct pt_regs *ctx, u64 function)
{
	return call_enter(ctx, frame_entered(ctx, function), function, false);
}

static __always_inline int call_leave_frame(struct pt_regs *ctx, u64 function)
{
	return call_leave(ctx, frame_left(ctx, function), false);
}
