/* SPDX-License-Identifier: GPL-2.0-or-later */
/* types.h - what the names of the kernel's BTF lead to. Ids are those of kernel_btf.h, modules' included. */
#ifndef KTALLY_PROBE_TYPES_H
#define KTALLY_PROBE_TYPES_H

#include "near.h"
#include "base/why.h"

#include <bpf/btf.h>
#include <stdbool.h>

/*
 * A function's prototype, by "name" or "module:name"; of a piece that a compiler made (name.isra.0), the whole one's.
 * Looks into the modules that have BTF too. Id of a BTF_KIND_FUNC_PROTO, 0 with `why` filled.
 */
__u32 type_function(const char *function, struct why *why);

/* Behind typedefs, const and the like. `user`: set, never cleared, where a tag says that it lies in user space */
__u32 type_skip(__u32 id, bool *user);
const char *type_name(__u32 id);
__s64 type_size(__u32 id); /* bytes; -1: unknown */

struct member {
	const char *name;
	__u32 type, bit, bits; /* from the start of what was asked; bits of a bit field, else 0 */
};

/* In a struct or union, in what has no name in it too. False: `near` has the names that there are */
bool type_member(__u32 id, const char *name, size_t length, struct member *to, struct near *near);
/* Its only member that has a name, where it is a wrapper of one value (atomic_t, kuid_t) */
bool type_only_member(__u32 id, struct member *to);
/* A struct, union (`tag` s, u) or any other type of this name; a module's comes first. 0: none */
__u32 type_find(char tag, const char *name, size_t length, __u32 near_to);

/* "const char *name" in C; both may be cut */
int type_declare(char *to, size_t size, __u32 id, const char *name);

#endif
