/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * trace_slots.bpf.h - a slot for each thread that made a wanted call: when it began, with which arguments.
 *
 * A thread claims the slot of its number once and keeps it until it ends, so an entry costs one look-up and no atomic
 * operation. Threads whose numbers collide are in a hash, and so is everybody where BPF has no compare-and-exchange
 * (`hashed`, before 5.12, known at compile time).
 */
#pragma once

#include "abi.bpf.h"
#include "losses.bpf.h"
#include <ktally/trace_setup.h>

/* Mapped by the loader, who looks for calls that do not return: that costs nothing here. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1 << TRACE_SLOTS_LOG2);
	__type(key, u32);
	__type(value, struct trace_slot);
} slots SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 10240);
	__type(key, u64);
	__type(value, struct trace_slot);
} slots_more SEC(".maps");

static const struct trace_slot slot_zero;

/* Somebody is, or was, in slots_more: before that nobody has to look there, which most calls of others would do. */
__u32 slots_crowded = 0;

/* NULL before 5.11, which has no such helper */
static __always_inline struct task_struct *current_task(const bool hashed)
{
	return hashed ? NULL : bpf_get_current_task_btf();
}

static __always_inline u64 task_id(const struct task_struct *task)
{
	return (u64)(u32)task->tgid << 32 | (u32)task->pid;
}

static __always_inline u64 current_id(const struct task_struct *task, const bool hashed)
{
	return hashed ? bpf_get_current_pid_tgid() : task_id(task);
}

static __always_inline void current_name(u64 *comm, const struct task_struct *task, const bool hashed)
{
	const u64 *from;

	if (hashed) {
		comm[0] = comm[1] = 0;
		bpf_get_current_comm(comm, TASK_COMM);
		return;
	}
	from = (const u64 *)task->comm;
	comm[0] = from[0];
	comm[1] = from[1];
}

static __always_inline struct trace_slot *slot_at(u64 id)
{
	u32 index = id & ((1 << TRACE_SLOTS_LOG2) - 1);

	return bpf_map_lookup_elem(&slots, &index);
}

static __always_inline struct trace_slot *slot_find(u64 id, const bool hashed)
{
	struct trace_slot *slot = hashed ? NULL : slot_at(id);

	if (slot && slot->id == id)
		return slot;
	return hashed || slots_crowded ? bpf_map_lookup_elem(&slots_more, &id) : NULL;
}

/* Not inlined: entry and exec share it */
static __noinline struct trace_slot *slot_hash(u64 id)
{
	struct trace_slot *slot;

	slots_crowded = 1;
	bpf_map_update_elem(&slots_more, &id, &slot_zero, BPF_NOEXIST);
	slot = bpf_map_lookup_elem(&slots_more, &id);
	if (slot)
		slot->id = id;
	else
		LOST(map_full);
	return slot;
}

static __always_inline struct trace_slot *slot_of(u64 id, const bool hashed)
{
	struct trace_slot *slot = slot_find(id, hashed);

	if (slot)
		return slot;
	slot = hashed ? NULL : slot_at(id);
	if (!hashed && slot && !__sync_val_compare_and_swap(&slot->id, 0, id))
		return slot;
	return slot_hash(id);
}

static __always_inline void slot_free(struct trace_slot *slot, u64 id)
{
	struct trace_slot *own = slot_at(id);

	slot->start = 0;
	asm volatile("" : : : "memory"); /* free only then */
	if (own && own->id == id)
		own->id = 0;
	else
		bpf_map_delete_elem(&slots_more, &id);
}
