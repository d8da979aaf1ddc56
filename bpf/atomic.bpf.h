/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
#pragma once

/*
 * An atomic addition, by the instruction that every kernel has. __sync_fetch_and_add() promises an order as well: clang
 * 21 (not yet 19) makes of it the instruction that also fetches the old value, which kernels have since 5.12.
 */
#define ADD(where, n) ((void)__atomic_fetch_add(where, n, __ATOMIC_RELAXED))

#define RAISE_TRIES 16 /* each that fails was overtaken by a larger one of another CPU */

/*
 * *to becomes the larger of both, whatever other CPUs do meanwhile. Not in a function that is called: where a kernel
 * has no compare-and-exchange (before 5.12) the loader makes a plain store of it (bpf_plain_stores()), but sees only
 * programs.
 */
static inline __attribute__((always_inline)) void raise_to(unsigned long long *to, unsigned long long value)
{
	unsigned long long seen = *to, was;

#pragma clang loop unroll(disable)
	for (int i = 0; i < RAISE_TRIES && value > seen; i++) {
		was = __sync_val_compare_and_swap(to, seen, value);
		if (was == seen)
			break;
		seen = was;
	}
}
