/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* calls.h - calls of functions from entry to return: what both halves know of them. */
#pragma once

#include <linux/types.h>

#define CALL_ARGS 6 /* that can be read: what x86-64 passes in registers */

/* The stack pointer is so much higher at the return: on x86 the call pushed the address to return to. */
#if defined(__TARGET_ARCH_x86) || defined(__x86_64__)
#define RETURN_ADDRESS 8
#else
#define RETURN_ADDRESS 0
#endif

/* How programs of bpf/calls.bpf.h are to read what they are attached to: read-only data `call_setup` */
struct call_setup {
	__u32 slots;	   /* words of arguments of the function that fentry and fexit are attached to (before 5.17) */
	__u32 result_bits; /* 0: it returns nothing. The rest of the register is left over from anything */
	__u32 result_signed;
};

/* A call that has not returned: the beginning of each entry of the maps `starts` */
struct call_start {
	__u64 time_ns;
	__u64 task; /* whose, as bpf_get_current_pid_tgid() */
};

/* Is it a call of this thread? exec by another thread than the leader makes it the leader, whose number it has then. */
static inline __attribute__((always_inline)) int call_is_of(const struct call_start *start, __u32 tid)
{
	return (__u32)start->task == tid || start->task >> 32 == tid;
}
