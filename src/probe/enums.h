/* SPDX-License-Identifier: GPL-2.0-or-later */
/* enums.h - the constants of the enums that expressions end in. They outlive the BTF and DWARF that they come from. */
#pragma once

#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Keeps an enum of BTF. 0 or -ENOMEM */
int enum_keep(__u32 id);

/* An enum from elsewhere: begun with room for n constants of `size` bytes, filled, and ended, which gives it an id
 * above those of BTF. NULL or false: no memory, and nothing is left to free. */
struct constants;
struct constants *enum_begin(unsigned n, unsigned size);
bool enum_add(struct constants *e, const char *name, uint64_t value);
__u32 enum_end(struct constants *e);

/* A constant's name, or names with '|' for sets of bits; else the number. As snprintf() */
int enum_text(char *to, size_t size, __u32 id, uint64_t value);
void enums_drop(void);
