/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * starts.bpf.h - starts that wait for their ends, keyed by a number or by a pointer through starts_key().
 *
 * A direct-mapped array comes first: the verifier inlines its look-up, and claiming a slot is one
 * compare-and-exchange, where a hash costs an insertion, a look-up and a deletion. Keys that collide
 * go to the hash, so nothing is lost by it. A kernel without atomic compare-and-exchange (before
 * 5.12) uses the hash alone: its programs call starts_put_hashed().
 *
 * A key that starts again before it ended replaces its own entry, so entries never outnumber keys. Its end
 * was missed then (the kernel does not run a program in every context): that is counted, where the
 * entry matters (START_COUNTS).
 */
#pragma once

#include "losses.bpf.h"

#ifndef STARTS_LOG2
#define STARTS_LOG2 13
#endif

#ifndef START_DATA
#define START_DATA u64
#endif
#ifndef START_COUNTS
#define START_COUNTS(data) true
#endif

struct start_slot {
	u64 key; /* 0: free */
	START_DATA data;
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE); /* for the count of those that wait */
	__uint(max_entries, 1 << STARTS_LOG2);
	__type(key, u32);
	__type(value, struct start_slot);
} starts SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 10240);
	__type(key, u64);
	__type(value, START_DATA);
} starts_more SEC(".maps");

/*
 * A kernel pointer as a key. The verifier allows no arithmetic on it except the difference of two pointers
 * (with CAP_PERFMON), which is a plain number: the distance from a fixed place is as good as the address.
 */
static __always_inline u64 starts_key(const void *pointer)
{
	u64 key = (u64)pointer;

	asm volatile("%0 -= %1" : "+r"(key) : "r"(&losses));
	return key;
}

/*
 * The same key for a pointer that is a mere number to the verifier, as a kprobe's argument is: it lets no pointer be
 * subtracted from a number. The kernel gives the current task as both.
 */
static __always_inline u64 starts_key_probed(const void *pointer)
{
	return starts_key(bpf_get_current_task_btf()) + ((u64)pointer - bpf_get_current_task());
}

/* Fibonacci hashing: addresses of one slab differ in their middle bits. */
static __always_inline struct start_slot *starts_slot(u64 key)
{
	u32 index = (key * 0x9e3779b97f4a7c15ULL) >> (64 - STARTS_LOG2);

	return bpf_map_lookup_elem(&starts, &index);
}

static __always_inline void starts_put_hashed(u64 key, const START_DATA *data)
{
	START_DATA *old;

	if (!bpf_map_update_elem(&starts_more, &key, data, BPF_NOEXIST))
		return;
	old = bpf_map_lookup_elem(&starts_more, &key);
	if (!old) {
		LOST(map_full);
		return;
	}
	if (START_COUNTS(old))
		LOST(missed);
	*old = *data;
}

static __always_inline void starts_put(u64 key, const START_DATA *data)
{
	struct start_slot *slot = starts_slot(key);
	u64 owner;

	if (!slot)
		return;
	owner = slot->key == key ? key : __sync_val_compare_and_swap(&slot->key, 0, key);
	if (owner == key && START_COUNTS(&slot->data))
		LOST(missed);
	if (owner == 0 || owner == key)
		slot->data = *data;
	else
		starts_put_hashed(key, data);
}

/* The key's entry, still in place, or NULL */
static __always_inline START_DATA *starts_find(u64 key)
{
	struct start_slot *slot = starts_slot(key);

	if (slot && slot->key == key)
		return &slot->data;
	return bpf_map_lookup_elem(&starts_more, &key);
}

/* The key begins again, and this time it is not wanted: its last end was missed. */
static __always_inline void starts_forget(u64 key)
{
	struct start_slot *slot = starts_slot(key);

	if (slot && slot->key == key)
		slot->key = 0;
	else if (bpf_map_delete_elem(&starts_more, &key))
		return;
	LOST(missed);
}

/*
 * Zero, computed from every word of *data. A slot must not be seen free before its data has been read:
 * another CPU would claim it and write its own. Storing this zero makes the store depend on the loads, which
 * neither the compiler nor an arm64 CPU may turn around; BPF has no release store before 6.15.
 */
static __always_inline u64 zero_after(const START_DATA *data)
{
	const u64 *words = (const u64 *)data;
	u64 zero = 0;

	_Static_assert(sizeof(START_DATA) % sizeof(u64) == 0, "START_DATA is made of words");
	for (u32 i = 0; i < sizeof(START_DATA) / sizeof(u64); i++)
		zero ^= words[i];
	asm volatile("%0 ^= %0" : "+r"(zero) : : "memory");
	return zero;
}

/* Moves the key's entry to *data; false where there is none */
static __always_inline bool starts_take(u64 key, START_DATA *data)
{
	struct start_slot *slot = starts_slot(key);
	START_DATA *more;

	if (slot && slot->key == key) {
		*data = slot->data;
		slot->key = zero_after(data);
		return true;
	}
	more = bpf_map_lookup_elem(&starts_more, &key);
	if (!more)
		return false;
	*data = *more;
	bpf_map_delete_elem(&starts_more, &key);
	return true;
}
