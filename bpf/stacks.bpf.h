/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * stacks.bpf.h - stacks by their hashes. A stack that user space has not seen goes there through the ring buffer
 * `stacks`; keys of totals have its hash. What was sent is remembered in a direct-mapped table: a stack that another
 * has pushed out is sent again, so no stack is lost by it.
 *
 * A stack is sent before it is counted, so that whoever reads the totals and then the ring knows each stack.
 */
#pragma once

#include "compat.bpf.h"
#include "losses.bpf.h"
#include <ktally/stacks.h>

const volatile struct stacks_by stacks_by = {};

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 21);
} stacks SEC(".maps");

#define STACKS_SENT_LOG2 15

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1 << STACKS_SENT_LOG2);
	__type(key, u32);
	__type(value, u64);
} stacks_sent SEC(".maps");

/*
 * Rows in the making. Programs may interrupt each other, and be preempted, on one CPU: each claims a row of its CPU.
 * Before 5.12 nothing preempts a program, and the plain store that the loader makes of the exchange serves.
 */
#define STACK_SLOTS 4

struct stack_slot {
	u64 busy;
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

static __always_inline struct stack_slot *stack_claim(void)
{
	u32 zero = 0;
	struct stack_slots *slots = bpf_map_lookup_elem(&stack_slots, &zero);

	if (!slots)
		return NULL;
#pragma clang loop unroll(full)
	for (u32 i = 0; i < STACK_SLOTS; i++) {
		struct stack_slot *slot = &slots->list[i];

		if (!slot->busy && !__sync_val_compare_and_swap(&slot->busy, 0, 1))
			return slot;
	}
	LOST(map_full);
	return NULL;
}

static __always_inline void stack_release(struct stack_slot *slot)
{
	slot->busy = 0;
}

static __always_inline u64 stack_hash_of(const struct stack_row *row)
{
	u64 hash = stack_hash_begin(row->n, row->flags);

#pragma clang loop unroll(disable)
	for (u32 i = 0; i < STACK_FRAMES; i++) {
		if (i >= row->n)
			break;
		hash = stack_mix(hash, row->frames[i]);
	}
	return hash ? hash : 1;
}

static __always_inline u64 stack_flags(void)
{
	return bpf_ringbuf_query(&stacks, BPF_RB_AVAIL_DATA) >= 1 << 18 ? BPF_RB_FORCE_WAKEUP : BPF_RB_NO_WAKEUP;
}

/* The row's hash, when user space knows the stack. If it could not be sent, the next one like it is. */
static __noinline u64 stack_send(struct stack_row *row)
{
	u32 n = row->n, index;
	u64 *sent;

	row->hash = stack_hash_of(row);
	index = row->hash >> (64 - STACKS_SENT_LOG2);
	sent = bpf_map_lookup_elem(&stacks_sent, &index);
	if (!sent || *sent == row->hash)
		return row->hash;
	if (n > STACK_FRAMES)
		n = STACK_FRAMES;
	if (bpf_ringbuf_output(&stacks, row, STACK_HEAD + n * sizeof(u64), stack_flags()))
		LOST(ring);
	else
		*sent = row->hash;
	return row->hash;
}

/* Completes a row with n frames in it, and sends it. Its hash. tgid: 0 for the kernel's stacks */
static __always_inline u64 stack_finish(struct stack_row *row, u32 n, u32 tgid)
{
	row->tgid = tgid;
	row->n = n;
	row->flags = tgid ? STACK_POINTERS : STACK_KERNEL;
	if (n == STACK_FRAMES)
		row->flags |= STACK_CUT;
	return stack_send(row);
}

/* Takes a stack as the kernel walks it. 0: there is none, as of a kernel thread's user */
static __always_inline u64 stack_take(void *ctx, u64 flags, u32 tgid)
{
	struct stack_slot *slot = stack_claim();
	u64 hash = 0;
	long bytes;

	if (!slot)
		return 0;
	bytes = bpf_get_stack(ctx, slot->row.frames, sizeof(slot->row.frames), flags);
	if (bytes > 0)
		hash = stack_finish(&slot->row, (u32)bytes / sizeof(u64), tgid);
	stack_release(slot);
	return hash;
}

/* What is asked for of the current task, but for its stacks */
static __always_inline void stack_key_task(struct stack_key *key)
{
	u64 id = bpf_get_current_pid_tgid();

	if (stacks_by.pid)
		key->pid = id >> 32;
	if (stacks_by.tid)
		key->tid = id;
	if (stacks_by.cpu)
		key->cpu = bpf_get_smp_processor_id();
	if (stacks_by.cgroup)
		key->cgroup = bpf_get_current_cgroup_id();
	if (stacks_by.comm)
		current_comm(key->comm);
}

/* The same of any task */
static __always_inline void stack_key_of(struct task_struct *task, struct stack_key *key)
{
	if (stacks_by.pid)
		key->pid = task->tgid;
	if (stacks_by.tid)
		key->tid = task->pid;
	if (stacks_by.cgroup)
		key->cgroup = BPF_CORE_READ(task, cgroups, dfl_cgrp, kn, id);
	if (stacks_by.comm)
		__builtin_memcpy(key->comm, task->comm, sizeof(key->comm));
}

/* Fills a key with what is asked for of the current task, in whose context `ctx` is. */
static __always_inline void stack_key_fill(void *ctx, struct stack_key *key)
{
	stack_key_task(key);
	if (stacks_by.kernel)
		key->kernel = stack_take(ctx, 0, 0);
	if (stacks_by.user)
		key->user = stack_take(ctx, BPF_F_USER_STACK, bpf_get_current_pid_tgid() >> 32);
}
