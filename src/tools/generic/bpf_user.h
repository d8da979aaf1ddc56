/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpf_user.h - attaching to user functions. One link for many of them where the kernel has it (uprobe.multi, 6.6),
 * which needs CAP_BPF and CAP_PERFMON only; else a perf event each, which needs CAP_SYS_ADMIN. Each function's cookie
 * is its place in the list of functions, from 1.
 */
#ifndef KTALLY_GENERIC_BPF_USER_H
#define KTALLY_GENERIC_BPF_USER_H

#include "source/bpf/bpf.h"

/* Before the load: by one link for all, or by single probes, of which one alone is begun. begin: at
 * the entry too, NULL: nothing */
void generic_user_choose(struct session *s, struct bpf_program *program, struct bpf_program *begin);

/* The source owns the links. Sets s->attach. 0, or -errno with s->why set */
int generic_user_attach(struct session *s, const struct bpf_program *program, bool is_return);

/* What was begun and not attached: the recipe's close() */
void generic_user_close(struct session *s);

/* Why `what` could not be probed, into s->why; returns err */
int generic_refused(struct session *s, int err, const char *what);

#endif
