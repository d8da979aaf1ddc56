// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * objtrace - calls that receive an object whose address a probe has seen, until the object is freed. One program at
 * entries and one at returns: they take the objects at the probe's function, and compare the arguments of all others.
 */
#include "events.bpf.h"
#include <ktally/objtrace.h>

struct object_start {
	struct call_start call;
	u64 function, caller;
	u64 before[OBJECT_PLACES];
	u8 slots[8]; /* of OBJECT_PLACES: which object, from 1 */
	u64 ends;	 /* the slot whose object this call frees, from 1 */
};

#define START_DATA struct object_start
#define CALLS_ARE_FILTERED
#define CALLS_OF_ALL_TASKS /* the filter is for who takes objects, not for who receives them */
#include "calls.bpf.h"
#include "probe_filter.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile struct object_setup setup = {};

/* ---- objects ---- */

struct object objects[OBJECTS_MAX] = {};
__u64 taken = 0; /* none: programs have nothing to compare */

/* Who adds an object here is the one that takes it, on whatever CPU. Programs before 5.12 have no atomic operation
 * that tells what was there. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, OBJECTS_MAX);
	__type(key, u64);
	__type(value, u32);
} addresses SEC(".maps"), claims SEC(".maps");

/* The slot of the object, from 1; 0: none that is alive has this address, or lies in the `size` bytes from there on */
__noinline u32 object_slot(u64 address, u64 size)
{
	for (u32 i = 0; i < OBJECTS_MAX; i++) {
		if (i >= setup.most)
			break;
		if (objects[i].address && !objects[i].ended && objects[i].address - address < size)
			return i + 1;
	}
	return 0;
}

/* A free slot becomes the object's, whose address nobody else has added */
__noinline u32 object_claim(u64 address)
{
	u32 one = 1;

	for (u32 i = 0; i < OBJECTS_MAX; i++) {
		u64 slot = i;

		if (i >= setup.most)
			break;
		if (objects[i].address || bpf_map_update_elem(&claims, &slot, &one, BPF_NOEXIST))
			continue;
		objects[i].address = address;
		ADD(&taken, 1);
		return i + 1;
	}
	bpf_map_delete_elem(&addresses, &address); /* too late */
	return 0;
}

/* Each object once: what is freed is not taken again, though another may have its address then. */
static __always_inline u32 take(u64 address)
{
	u32 one = 1;

	if (!address || bpf_map_update_elem(&addresses, &address, &one, BPF_NOEXIST))
		return 0;
	return object_claim(address);
}

/* Addresses of functions may be those of their first instruction behind a landing pad. */
static __always_inline bool is_at(u64 function, u64 address)
{
	return address && function - address < 16;
}

static __always_inline bool is_probe(u64 function)
{
	return setup.only || is_at(function, setup.probe);
}

/* What the probe sees, if it passes: the first of its values */
static __always_inline u32 probe_slot(void *ctx, const bool typed)
{
	struct probe_seen seen = {.typed = typed, .plain = !typed, .words = !typed};
	u64 values[PROBE_FETCHES] = {};

	if (taken >= setup.most || !task_wanted())
		return 0;
	fetch_numbers(ctx, &seen, values);
	if (plan.nconditions && !passes(ctx, values, false))
		return 0;
	return take(values[0]);
}

static __always_inline u64 value_of(u32 slot)
{
	u32 i = slot - 1;

	if (!setup.has_value || i >= OBJECTS_MAX)
		return 0;
	return probe_finish(&setup.value, follow(&setup.value, objects[i].address, true));
}

static __always_inline bool has_ended(u32 slot)
{
	u32 i = slot - 1;

	return i < OBJECTS_MAX && objects[i].ended;
}

/* ---- what frees ---- */

/* A cache's object may contain ours, as ext4_inode_info contains its inode. */
static __always_inline u64 cache_size(u64 cache)
{
	u64 size = cache ? BPF_CORE_READ((struct kmem_cache *)cache, object_size) : 0;

	return size ? size : 1;
}

#define BULK_MOST 512 /* pointers: as many as a page has */

__noinline u32 bulk_slot(u64 pointers, u64 n, u64 size)
{
	for (u32 i = 0; i < BULK_MOST; i++) {
		u64 address = 0;
		u32 slot;

		if (i >= n || bpf_probe_read_kernel(&address, sizeof(address), (void *)(pointers + i * sizeof(u64))))
			break;
		slot = object_slot(address, size);
		if (slot)
			return slot;
	}
	return 0;
}

/* The slot whose object the call frees; 0: none */
static __always_inline u32 freed_slot(void *ctx, const bool typed, u64 function)
{
	if (is_at(function, setup.ends[END_KFREE]))
		return object_slot(call_argument(ctx, typed, 0), 1);
	if (is_at(function, setup.ends[END_CACHE]))
		return object_slot(call_argument(ctx, typed, 1), cache_size(call_argument(ctx, typed, 0)));
	if (is_at(function, setup.ends[END_BULK]))
		return bulk_slot(call_argument(ctx, typed, 2), call_argument(ctx, typed, 1),
						 cache_size(call_argument(ctx, typed, 0)));
	return 0;
}

/* ---- calls ---- */

static __always_inline bool match_arguments(void *ctx, const bool typed, struct object_start *start)
{
	bool any = false;

#pragma unroll
	for (u32 i = 0; i < CALL_ARGS; i++) {
		start->slots[i] = object_slot(call_argument(ctx, typed, i), 1);
		any |= start->slots[i] != 0;
	}
	return any;
}

static __always_inline void read_before(struct object_start *start)
{
#pragma unroll
	for (u32 i = 0; i < OBJECT_PLACES; i++)
		if (start->slots[i])
			start->before[i] = value_of(start->slots[i]);
}

static __always_inline bool call_begins(void *ctx, u64 function, const bool typed, struct object_start *start)
{
	bool at_probe = is_probe(function), any = false;

	if (!taken && !at_probe)
		return false;
	__builtin_memset(start, 0, sizeof(*start));
	start->function = function;
	start->caller = typed ? 0 : caller_of(ctx);
	if (at_probe && !plan.is_return)
		start->slots[CALL_ARGS] = probe_slot(ctx, typed);
	if (taken) {
		start->ends = freed_slot(ctx, typed, function);
		start->slots[CALL_ARGS] |= start->ends;
		any = match_arguments(ctx, typed, start);
	}
	if (!any && !start->slots[CALL_ARGS] && !(at_probe && plan.is_return && taken < setup.most))
		return false;
	read_before(start);
	if (start->ends && start->ends <= OBJECTS_MAX)
		objects[start->ends - 1].ended = 1;
	return true;
}

static __noinline int send(void *ctx, const struct object_start *start, u32 place, u32 arguments, u64 now)
{
	struct object_row *row;
	u32 slot, i;

	if (place >= OBJECT_PLACES)
		return 0;
	slot = start->slots[place];
	i = slot - 1;
	row = i < OBJECTS_MAX ? events_reserve(sizeof(*row)) : NULL;
	if (!row)
		return 0;
	row->time_ns = start->call.time_ns;
	row->latency_ns = now - start->call.time_ns;
	row->function = start->function;
	row->object = objects[i].address;
	row->arguments = arguments;
	row->ended = start->ends == slot ? 1 : has_ended(slot) ? 2 : 0;
	row->returned = 1;
	row->unused = 0;
	row->before = start->before[place];
	row->after = row->ended ? 0 : value_of(slot);
	row->pid = start->call.task >> 32;
	row->tid = start->call.task;
	row->cpu = bpf_get_smp_processor_id();
	row->uid = bpf_get_current_uid_gid();
	bpf_get_current_comm(row->comm, sizeof(row->comm));
	row->caller = start->caller;
	__builtin_memset(row->frames, 0, sizeof(row->frames));
	if (!row->caller)
		bpf_get_stack(ctx, row->frames, sizeof(row->frames), 0);
	events_submit(row);
	return 0;
}

/* A row for each object, at the first place that has it */
static __always_inline void send_all(void *ctx, const struct object_start *start, u64 now)
{
#pragma unroll
	for (u32 i = 0; i < OBJECT_PLACES; i++) {
		bool first = start->slots[i] != 0;
		u32 arguments = 0;

		for (u32 j = 0; j < OBJECT_PLACES; j++) {
			if (start->slots[j] != start->slots[i])
				continue;
			arguments |= 1U << j;
			first &= j >= i;
		}
		if (first)
			send(ctx, start, i, arguments, now);
	}
}

static __always_inline void call_ends(void *ctx, const bool typed, const struct object_start *of, u64 now)
{
	struct object_start *start = (void *)of; /* a copy, which is ours */
	u32 slot = plan.is_return && is_probe(start->function) ? probe_slot(ctx, typed) : 0;

	if (slot) {
		start->slots[CALL_ARGS] = slot;
		start->before[CALL_ARGS] = value_of(slot);
	}
	send_all(ctx, start, now);
}
