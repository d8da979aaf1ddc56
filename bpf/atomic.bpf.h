/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
#ifndef KTALLY_ATOMIC_BPF_H
#define KTALLY_ATOMIC_BPF_H

/*
 * An atomic addition, by the instruction that every kernel has. __sync_fetch_and_add() promises an order as well: clang
 * 21 (not yet 19) makes of it the instruction that also fetches the old value, which kernels have since 5.12.
 */
#define ADD(where, n) ((void)__atomic_fetch_add(where, n, __ATOMIC_RELAXED))

#endif
