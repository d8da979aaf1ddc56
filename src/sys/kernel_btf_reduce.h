/* SPDX-License-Identifier: GPL-2.0-or-later */
/* kernel_btf_reduce.h - of the kernel's BTF as much as a BPF object needs. */
#pragma once

struct btf;

/*
 * Writes BTF with all kernel types that have the name of a type of `object`, and what they consist of, for
 * the option btf_custom_path: all that CO-RE can ask for but bpf_core_type_matches() and the ids of kernel
 * types. Structs behind pointers become opaque. 0 or -errno.
 */
int kernel_btf_reduce(const struct btf *object, int fd);
