/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fentry_copies.h - fentry and fexit programs for several functions. Such a program has one target, given when it is
 * loaded, so that each further function gets a copy of the loaded program.
 */
#ifndef KTALLY_FENTRY_COPIES_H
#define KTALLY_FENTRY_COPIES_H

#include "session/session.h"

#include <bpf/libbpf.h>

/* To the target that it was loaded for, or a copy to another one (id in the kernel's BTF). *fd is the program that runs
 * there; the source owns it and the link. 0 or -errno */
int fentry_attach(struct session *s, const struct bpf_program *program, int *fd);
int fentry_attach_copy(struct session *s, const struct bpf_program *program, __u32 id, int *fd);

#endif
