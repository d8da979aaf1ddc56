/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* waits.h - what threads wait for, and who wakes them: what both halves of offcpu, wakeup and offwake share. */
#pragma once

#include "stacks.h"

enum waits_mode {
	WAITS_OFFCPU, /* the stack of the thread that waited, when it runs again */
	WAITS_WAKEUP, /* the stack of who woke it */
	WAITS_OFFWAKE /* both */
};

/* Who woke it. In WAITS_WAKEUP the key's own part is the waker, and this is who was woken. */
struct waits_other {
	__u32 pid, unused;
	char comm[16];		/* TASK_COMM */
	__u64 kernel, user; /* hashes of stacks */
};

struct waits_key {
	struct stack_key task;
	struct waits_other other;
};

struct waits_total {
	__u64 count, ns, max_ns;
};

/* A thread that is off the CPU */
struct wait {
	__u64 since_ns;
	__u32 tgid, tid;
	__u32 state;		/* TASK_INTERRUPTIBLE and the like; 0: it could have run */
	__u32 seed;			/* it waited already when tracing began: its time counts from then on */
	__u64 kernel, user; /* its stacks, where they are taken when it stops running */
	struct waits_other waker;
};

/* One wait, for a timeline */
struct wait_row {
	__u64 time_ns, latency_ns; /* when it ended, how long it took */
	__u32 tid, state;
	struct waits_key key;
};

struct waits_setup {
	__u32 mode;
	__u32 states;		  /* bits of states that are wanted; 0: all */
	__u64 min_ns, max_ns; /* of a wait; max 0: any */
	_Bool running;		  /* also of those that could have run: state 0 */
	_Bool at_switch_out;  /* the stack is taken when the thread stops running */
	_Bool rows;			  /* each wait that is counted is sent too: struct wait_row */
	_Bool hashed;		  /* no compare-and-exchange (before 5.12) */
	_Bool tells_state;	  /* sched_switch has the state as its fourth argument (9c2136be0878, 5.18) */
};
