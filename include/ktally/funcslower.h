/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* funcslower.h - a call that took long */
#pragma once

#include <ktally/calls.h>
#include <ktally/filter.h>

#define SLOW_STACK 32

struct slow_row {
	__u64 time_ns;	  /* of the return */
	__u64 latency_ns; /* on a CPU or all of it */
	__u64 function;	  /* address; 0: the only one there is */
	__s64 result;
	__u64 args[CALL_ARGS];
	__u32 pid, tid;
	__u32 cpu, uid;
	__u32 depth; /* of the stack; sent no longer than that */
	__u32 unused;
	char comm[TASK_COMM];
	__u64 stack[SLOW_STACK];
};
