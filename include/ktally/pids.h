/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* pids.h - what bpf/pids.bpf.c says of each process. */
#pragma once

#include <linux/types.h>

struct pid_pair {
	__u32 tid, local_tid; /* in the initial PID namespace, and in the one asked for */
	__u32 tgid, parent;	  /* in the initial one */
};
