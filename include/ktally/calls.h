/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* calls.h - how programs of bpf/calls.bpf.h are to read what they are attached to. Read-only data `call_setup`. */
#ifndef KTALLY_CALLS_H
#define KTALLY_CALLS_H

#include <linux/types.h>

#define CALL_ARGS 6 /* that can be read: what x86-64 passes in registers */

struct call_setup {
	__u32 slots;	   /* words of arguments of the function that fentry and fexit are attached to (before 5.17) */
	__u32 result_bits; /* 0: it returns nothing. The rest of the register is left over from anything */
	__u32 result_signed;
	__u32 filtered; /* call_begins() refuses calls for more than their task: returns without a start are no news */
};

#endif
