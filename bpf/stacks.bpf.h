/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * stacks.bpf.h - stacks by their hashes. A stack that user space has not seen goes there through the ring buffer
 * `stacks`; keys of totals have its hash. What was sent is remembered in a direct-mapped table: a stack that another
 * has pushed out is sent again, so no stack is lost by it.
 *
 * A stack is sent before it is counted, so that whoever reads the totals and then the ring knows each stack.
 */
#pragma once

#include "atomic.bpf.h"
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 21);
} stacks SEC(".maps");

#include "stack_copies.bpf.h"

const volatile struct stacks_by stacks_by = {};

#define STACKS_SENT_LOG2 15

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1 << STACKS_SENT_LOG2);
	__type(key, u32);
	__type(value, u64);
} stacks_sent SEC(".maps");

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

static __always_inline u64 stack_flags_of(u32 n, u64 own)
{
	return n == STACK_FRAMES ? own | STACK_CUT : own;
}

/* As the kernel walks it: its own stacks, and the user's by frame pointers. 0: there is none */
static __always_inline u64 stack_kernels(void *ctx, struct stack_slot *slot, u64 flags)
{
	long bytes = bpf_get_stack(ctx, slot->row.frames, sizeof(slot->row.frames), flags);
	u32 n = (u32)bytes / sizeof(u64);

	if (bytes <= 0)
		return 0;
	slot->row.n = n;
	slot->row.flags = stack_flags_of(n, flags ? STACK_POINTERS : STACK_KERNEL);
	return stack_send(&slot->row);
}

static __always_inline u64 stack_kernel(void *ctx)
{
	struct stack_slot *slot = stack_claim();
	u64 hash = 0;

	if (!slot)
		return 0;
	slot->row.tgid = 0;
	hash = stack_kernels(ctx, slot, 0);
	stack_release(slot);
	return hash;
}

/* A row without frames is a question about its process. */
static __always_inline void stack_ask(u32 tgid)
{
	struct {
		u64 hash;
		u32 tgid, n_flags;
	} question = {.tgid = tgid};

	bpf_ringbuf_output(&stacks, &question, sizeof(question), BPF_RB_FORCE_WAKEUP);
}

static __always_inline u64 stack_user(void *ctx, const enum unwind_from from)
{
	u32 tgid = bpf_get_current_pid_tgid() >> 32;
	struct stack_slot *slot = stack_claim();
	u64 hash = 0;

	if (!slot)
		return 0;
	slot->row.tgid = tgid;
	if (!unwind_on) {
		hash = stack_kernels(ctx, slot, BPF_F_USER_STACK);
	} else {
		bool walked = unwind_walk(ctx, from, slot, tgid);

		if (slot->ask)
			stack_ask(tgid);
		if (!walked)
			hash = stack_kernels(ctx, slot, BPF_F_USER_STACK);
		else if (slot->copy)
			hash = stack_copy(slot);
		if (walked && !hash && slot->row.n)
			hash = stack_send(&slot->row);
	}
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
static __always_inline void stack_key_fill(void *ctx, const enum unwind_from from, struct stack_key *key)
{
	stack_key_task(key);
	if (stacks_by.kernel)
		key->kernel = stack_kernel(ctx);
	if (stacks_by.user)
		key->user = stack_user(ctx, from);
}
