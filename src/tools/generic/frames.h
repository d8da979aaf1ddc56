/* SPDX-License-Identifier: GPL-2.0-or-later */
/* frames.h - stacks as text: below a row, or folded into one line for flame graphs (comm;outer;inner). */
#pragma once

#include "generic.h"

/* Frames of a stack (base/stack_store.h), innermost first, a line each. pid: whose, 0: the kernel's. The length */
int generic_frames(const struct generic *g, char *to, size_t size, uint64_t hash, uint32_t pid);

/* The stacks that the last two of the key's words stand for as the text of a FIELD_STACK: frames that tell their kind
 * and file. The length */
int generic_stack(const struct generic *g, char *to, size_t size, const uint64_t *words);

/* The same, outermost frame first. The length */
int generic_folded(const struct generic *g, char *to, size_t size, const uint64_t *words);
