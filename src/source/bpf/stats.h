/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stats.h - the kernel's own statistics of BPF programs, which it keeps only while a file holds them on. */
#pragma once

#include "session/session.h"

#include <bpf/libbpf.h>

/* *fd: a descriptor that keeps them on while it is open; -1 where the administrator has them on for good
 * (kernel.bpf_stats_enabled). 0 or -errno. */
int bpf_stats_on(int *fd);

/* Adds those of one program. 0 or -errno */
int bpf_stats_add(int program, struct cost *to);

/* All programs of an object together; they stay readable after they were detached. */
int bpf_stats_read(struct bpf_object *object, struct cost *to);
