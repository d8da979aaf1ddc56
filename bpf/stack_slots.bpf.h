/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * stack_slots.bpf.h - room for stacks in the making. Programs may interrupt each other, and be preempted, on one CPU:
 * each claims a slot of its CPU. Before 5.12 nothing preempts a program, and the plain store that the loader makes of
 * the exchange serves.
 */
#pragma once

#include "compat.bpf.h"
#include "losses.bpf.h"
#include <ktally/stacks.h>

#define STACK_SLOTS 4

struct stack_slot {
	u64 busy;
	u32 index;
	u32 first, mappings;	 /* of the process: unwind.bpf.h */
	u32 exact, strange, ask; /* ip is no return address; some code is in no mapping; user space is to be asked */
	u64 ip, sp, bp;
	struct stack_row row;
};

struct stack_slots {
	struct stack_slot list[STACK_SLOTS];
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct stack_slots);
} stack_slots SEC(".maps");

static __always_inline struct stack_slot *stack_slot_at(u32 index)
{
	u32 zero = 0;
	struct stack_slots *slots = bpf_map_lookup_elem(&stack_slots, &zero);

	return slots && index < STACK_SLOTS ? &slots->list[index] : NULL;
}

/* NULL, and counted, where all are in use. It goes back by stack_release(). */
static __always_inline struct stack_slot *stack_claim(void)
{
	u32 zero = 0;
	struct stack_slots *slots = bpf_map_lookup_elem(&stack_slots, &zero);

	if (!slots)
		return NULL;
#pragma clang loop unroll(full)
	for (u32 i = 0; i < STACK_SLOTS; i++) {
		struct stack_slot *slot = &slots->list[i];

		if (!slot->busy && !__sync_val_compare_and_swap(&slot->busy, 0, 1)) {
			slot->index = i;
			return slot;
		}
	}
	LOST(map_full);
	return NULL;
}

static __always_inline void stack_release(struct stack_slot *slot)
{
	slot->busy = 0;
}
