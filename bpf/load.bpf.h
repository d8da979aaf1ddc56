/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* load.bpf.h - loads of what the verifier allows in some programs only: by typed pointers, from a context. */
#pragma once

#include "vmlinux.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

/* Direct loads where the verifier knows the pointer's type; a kprobe's argument is a mere number to it. */
#define LOAD(probed, from, member) ((probed) ? BPF_CORE_READ(from, member) : (from)->member)

/* Has this kernel the helper? bpf_core_enum_value_exists() knows before the verifier looks. */
#define HAS_HELPER(name) bpf_core_enum_value_exists(enum bpf_func_id, BPF_FUNC_##name)

#define WORD_CASE(n)                                                                   \
	case n:                                                                            \
		asm volatile("%0 = *(u64 *)(%1 + %2)" : "=r"(value) : "r"(ctx), "i"(8 * (n))); \
		break;
#define WORD_CASES(n) WORD_CASE(n) WORD_CASE((n) + 1) WORD_CASE((n) + 2) WORD_CASE((n) + 3)

/* A load of its own for each word, of which the verifier leaves one: it wants a context's offset in the instruction. */
static __always_inline u64 context_word(void *ctx, u64 word)
{
	u64 value = 0;

	switch (word) {
		WORD_CASES(0)
		WORD_CASES(4)
		WORD_CASES(8)
		WORD_CASES(12)
		WORD_CASES(16)
		WORD_CASES(20)
		WORD_CASES(24)
		WORD_CASES(28)
	}
	return value;
}
