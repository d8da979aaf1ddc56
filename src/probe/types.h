/* SPDX-License-Identifier: GPL-2.0-or-later */
/* types.h - what the names of the kernel's BTF lead to. Ids are those of kernel_btf.h, modules' included. */
#ifndef KTALLY_PROBE_TYPES_H
#define KTALLY_PROBE_TYPES_H

#include "walk.h"

#include <bpf/btf.h>

__s64 type_size(__u32 id); /* bytes; -1: unknown */

/* Where a walk is, for btf_types */
struct btf_at {
	__u32 type;
	__u32 proto; /* types are looked for in its module first */
};
extern const struct type_ops btf_types;

#endif
