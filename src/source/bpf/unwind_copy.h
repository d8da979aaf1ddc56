/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unwind_copy.h - walks copies of stacks, as bpf/unwind.bpf.h walks stacks themselves. */
#pragma once

#include <stdint.h>

#include <ktally/stacks.h>

/*
 * Writes at most STACK_FRAMES frames, innermost first, and to *flags how they end. Returns their number, at least 1: it
 * may be that nothing is known of the process. It may have ended, for its mappings come from sys/usyms.h. The copy may
 * hold anything.
 */
uint32_t bpf_unwind_copy(const struct stack_copy *copy, uint64_t *frames, uint32_t *flags);
