/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * function_typed.h - fentry and fexit programs for several functions. Such a program has one target, given when it is
 * loaded, so that each further function gets a copy of the loaded program.
 */
#ifndef KTALLY_FUNCTION_TYPED_H
#define KTALLY_FUNCTION_TYPED_H

#include "session/session.h"

#include <bpf/libbpf.h>

/* Has the kernel this helper, for programs of any type? By its BTF, which is loaded before */
bool function_typed_helper(enum bpf_func_id helper);

/* To the target that it was loaded for, or a copy to another one (id in the kernel's BTF). *fd is the program that runs
 * there; the source owns it and the link. 0 or -errno */
int function_typed_attach(struct session *s, const struct bpf_program *program, int *fd);
int function_typed_attach_copy(struct session *s, const struct bpf_program *program, __u32 id, int *fd);

#endif
