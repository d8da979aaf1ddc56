/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * stack_slots.bpf.h - room for stacks in the making. Programs may interrupt each other, and be preempted, on one CPU:
 * each claims a slot of its CPU. No program is moved to another CPU while it runs, so whoever sees no addition but its
 * own has the slot; two that see each other go on to the next. (Before 5.12 there is no compare-and-exchange.)
 */
#pragma once

#include "compat.bpf.h"
#include "losses.bpf.h"
#include <ktally/stacks.h>
#include <bpf/bpf_core_read.h>

/* Of the current program */
static __always_inline u64 stack_word(u64 address)
{
	u64 word = 0;

	bpf_probe_read_user(&word, sizeof(word), (void *)address);
	return word;
}
#define UNWIND_WORD(place, address) stack_word(address)
#include <ktally/unwind_place.h>

#define STACK_SLOTS 4

struct stack_slot {
	u64 busy;
	u32 index;
	u32 first, mappings; /* of the process: unwind.bpf.h */
	u32 strange, ask;	 /* some code is in no mapping; user space is to be asked */
	u32 copy;			 /* the stack is to be copied */
	u64 returned;		 /* the last return that was put back: unwind_returns.bpf.h */
	struct unwind_place begin, at;
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

		ADD(&slot->busy, 1);
		if (*(volatile u64 *)&slot->busy == 1) {
			slot->index = i;
			return slot;
		}
		ADD(&slot->busy, -1);
	}
	LOST(map_full);
	return NULL;
}

static __always_inline void stack_release(struct stack_slot *slot)
{
	asm volatile("" : : : "memory");
	ADD(&slot->busy, -1);
}
