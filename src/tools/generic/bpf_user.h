/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpf_user.h - attaching to user functions. One link for many of them where the kernel has it (uprobe.multi, 6.6),
 * which needs CAP_BPF and CAP_PERFMON only; else a perf event each, which needs CAP_SYS_ADMIN. Each function's cookie
 * is its place in the list of functions, from 1.
 */
#pragma once

#include "session/session.h"

#include <bpf/libbpf.h>

/* Before the load: chooses one link for all functions, or an event for each; the event of a single function is begun.
 * begin: the program for the entry, NULL: none */
void generic_user_choose(struct session *s, struct bpf_program *program, struct bpf_program *begin);

/* Sets s->attach; the links are the source's. 0 or -errno with s->why set */
int generic_user_attach(struct session *s, const struct bpf_program *program, bool is_return);

/* Closes what was begun and not attached: the recipe's close() */
void generic_user_close(struct session *s);

/* Writes into s->why why `what` could not be probed; returns err */
int generic_refused(struct session *s, int err, const char *what);
