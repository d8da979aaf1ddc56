/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * tally.bpf.h - the map `tally`: keyed totals that only grow. Define TALLY_KEY, TALLY_VALUE and
 * TALLY_ENTRIES before including it. The loader may turn the hash into a per-CPU array of one entry
 * where nothing is told apart (bpf_tally_single()): the key then starts with the index 0. TALLY_MAP: another name,
 * where the tool itself reads it.
 */
#pragma once

#include "losses.bpf.h"

#ifndef TALLY_MAP
#define TALLY_MAP tally
#endif

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(key_size, sizeof(TALLY_KEY));
	__uint(value_size, sizeof(TALLY_VALUE));
	__uint(max_entries, TALLY_ENTRIES);
} TALLY_MAP SEC(".maps");

const volatile bool tally_single = false;
static const TALLY_VALUE tally_zero;

static __always_inline TALLY_VALUE *tally_of(const TALLY_KEY *key)
{
	TALLY_VALUE *value = bpf_map_lookup_elem(&TALLY_MAP, key);

	if (value || tally_single)
		return value;
	bpf_map_update_elem(&TALLY_MAP, key, &tally_zero, BPF_NOEXIST);
	value = bpf_map_lookup_elem(&TALLY_MAP, key);
	if (!value)
		LOST(map_full);
	return value;
}
