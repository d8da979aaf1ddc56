/* SPDX-License-Identifier: GPL-2.0-or-later */
/* types.h - the types of the kernel's BTF, for a walk. Ids are those of kernel_btf.h, with those of modules. */
#pragma once

#include "walk.h"

#include <bpf/btf.h>

__s64 type_size(__u32 id); /* bytes; -1: unknown */

/* The type to which a walk with btf_types has come */
struct btf_at {
	__u32 type;
	__u32 proto; /* the function's prototype: casts look in its module first */
};
extern const struct type_ops btf_types;
