/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_btf.h - reads the kernel's BTF in place. btf__load_vmlinux_btf() reads it into memory, copies it and
 * indexes it (twice 5.5 MB), and each look-up compares the names of all types. Here the file is mapped if the
 * kernel can do that, and libbpf gets a small copy with only the types that CO-RE needs. A start then takes a
 * third of the time and of the memory.
 */
#pragma once

#include <bpf/btf.h>

int kernel_btf_load(void);					/* 0, also if already loaded, or -errno */
int kernel_btf_load_from(const char *path); /* loads another kernel's instead; 0 or -errno */
void kernel_btf_drop(void);					/* drops modules too */

/* Ids are the kernel's. The type of id 0 (void) and of ids out of range is NULL. */
__u32 kernel_btf_end(void); /* one more than the highest id */
const struct btf_type *kernel_btf_type(__u32 id);
const char *kernel_btf_string(__u32 offset);
int kernel_btf_find(const char *name, unsigned kind); /* id or -ENOENT */

/*
 * A module's BTF extends the kernel's, which must be loaded first. Here the upper byte of a module's own ids is
 * the module's number, so several modules can be loaded. kernel_btf_ref() and kernel_btf_string_of() follow what a
 * type of a module refers to.
 */
#define KERNEL_BTF_MODULES 16
int kernel_btf_module(const char *module); /* number from 1, or -errno */
int kernel_btf_module_from(const char *module, const char *path);
void kernel_btf_module_drop(unsigned module);
/* Visits each module of the running kernel that has BTF, until visit() is not 0, and returns its result. There may be a
 * hundred: what was not loaded before, and is not the last one visited for that reason, is dropped again. */
int kernel_btf_each_module(int (*visit)(void *arg, unsigned module), void *arg);
int kernel_btf_find_in(unsigned module, const char *name, unsigned kind); /* only among the module's own types */
/* Ids of the types that are a module's own, or with module 0 the kernel's: from *first to before *end. None: both are 0
 */
void kernel_btf_own(unsigned module, __u32 *first, __u32 *end);
__u32 kernel_btf_ref(__u32 from, __u32 id);				  /* full id for an id that type `from` contains */
const char *kernel_btf_string_of(__u32 id, __u32 offset); /* a string of type `id` */

/* The layout of the records after a struct btf_type. Its vlen is the number of records. */
struct kernel_btf_layout {
	bool known, once;					 /* once: there is one record, and vlen means something else */
	bool ref;							 /* btf_type.type is an id */
	unsigned char words, strings, types; /* words in a record; masks of the words that are strings, or ids */
};
extern const struct kernel_btf_layout kernel_btf_layouts[32];
unsigned kernel_btf_records(const struct btf_type *t);
