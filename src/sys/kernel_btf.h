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

int kernel_btf_load(void);					/* 0, also where it is loaded already, or -errno */
int kernel_btf_load_from(const char *path); /* in its place: another kernel's */
void kernel_btf_drop(void);					/* modules too */

/* Ids are those of the kernel. 0, void, and what is out of range have no type: NULL. */
__u32 kernel_btf_end(void); /* one more than the highest id */
const struct btf_type *kernel_btf_type(__u32 id);
const char *kernel_btf_string(__u32 offset);
int kernel_btf_find(const char *name, unsigned kind); /* id or -ENOENT */

/*
 * BTF of a module adds to the kernel's, which is loaded before. Its own types have the module's number in the upper
 * byte of their ids here, so that several modules can be looked at; what they refer to is read with these.
 */
#define KERNEL_BTF_MODULES 16
int kernel_btf_module(const char *module); /* its number from 1, or -errno */
int kernel_btf_module_from(const char *module, const char *path);
void kernel_btf_module_drop(unsigned module);
int kernel_btf_find_in(unsigned module, const char *name, unsigned kind); /* only types of the module's own */
__u32 kernel_btf_ref(__u32 from, __u32 id);								  /* an id that type `from` contains */
const char *kernel_btf_string_of(__u32 id, __u32 offset);				  /* a string of type `id` */

/* What follows a struct btf_type: records of words, as many as its vlen says. The masks have a bit for each word. */
struct kernel_btf_layout {
	bool known, once; /* once: one record, vlen means something else */
	bool ref;		  /* its `type` is an id */
	unsigned char words, strings, types;
};
extern const struct kernel_btf_layout kernel_btf_layouts[32];
unsigned kernel_btf_records(const struct btf_type *t);

#endif
