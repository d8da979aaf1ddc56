/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_btf.h - the kernel's BTF, read in place. btf__load_vmlinux_btf() reads it into memory, copies it
 * and indexes it (twice 5.5 MB), and each look-up compares the names of all types. Here it is mapped where
 * the kernel can map it, and of what CO-RE needs a small copy is made: a start takes a third of the time
 * and of the memory.
 */
#ifndef KTALLY_KERNEL_BTF_H
#define KTALLY_KERNEL_BTF_H

#include <bpf/btf.h>

int kernel_btf_load(void); /* 0, also where it is loaded already, or -errno */
void kernel_btf_drop(void);

/* Ids are those of the kernel. 0, void, and what is out of range have no type: NULL. */
__u32 kernel_btf_end(void); /* one more than the highest id */
const struct btf_type *kernel_btf_type(__u32 id);
const char *kernel_btf_string(__u32 offset);
int kernel_btf_find(const char *name, unsigned kind); /* id or -ENOENT */

/* What follows a struct btf_type: records of words, as many as its vlen says. The masks have a bit for each word. */
struct btf_layout {
	bool known, once; /* once: one record, vlen means something else */
	bool ref;		  /* its `type` is an id */
	unsigned char words, strings, types;
};
extern const struct btf_layout btf_layouts[32];
unsigned btf_records(const struct btf_type *t);

/*
 * Writes BTF with all kernel types that have the name of a type of `object`, and what they consist of, for
 * the option btf_custom_path: all that CO-RE can ask for but bpf_core_type_matches() and the ids of kernel
 * types. Structs behind pointers become opaque. 0 or -errno.
 */
int kernel_btf_reduce(const struct btf *object, int fd);

#endif
