/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * unwind_returns.bpf.h - the kernel's return probes of user functions put an address of their own in the place of the
 * return address, and keep the true one in a list of the thread, innermost call first. A walk that comes to code
 * without rows looks there. The kernel's own walk does so from 6.11 on.
 */
#pragma once

#include "stack_slots.bpf.h"

#define RETURNS_PUT_ASIDE 64 /* MAX_URETPROBE_DEPTH, kernel/events/uprobes.c */

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct return_instance {
	unsigned long stack, orig_ret_vaddr;
	struct return_instance *next;
};
struct uprobe_task___returns {
	struct return_instance *return_instances;
};
#pragma clang attribute pop

static __always_inline struct return_instance *first_return(void)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct uprobe_task___returns *u;

	if (!bpf_core_field_exists(task->utask) || !bpf_core_type_exists(struct return_instance)) /* CONFIG_UPROBES */
		return NULL;
	u = (void *)BPF_CORE_READ(task, utask);
	return u ? BPF_CORE_READ(u, return_instances) : NULL;
}

/* Is the slot's return address one that the kernel has put there? Then it becomes the true one. */
static __always_inline bool unwind_put_back(struct stack_slot *slot)
{
	struct return_instance *r;
	u64 place = slot->at.sp - 8; /* a call leaves its return address below the caller's stack pointer */

	if (slot->at.exact)
		return false;
	r = (void *)slot->returned;
	r = r ? BPF_CORE_READ(r, next) : first_return();
#pragma clang loop unroll(disable)
	for (int i = 0; i < RETURNS_PUT_ASIDE && r; i++) {
		if (BPF_CORE_READ(r, stack) == place) {
			slot->returned = (u64)r;
			slot->at.ip = BPF_CORE_READ(r, orig_ret_vaddr);
			return slot->at.ip;
		}
		r = BPF_CORE_READ(r, next);
	}
	return false;
}
