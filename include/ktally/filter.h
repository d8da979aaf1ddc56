/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * filter.h - which tasks a tool looks at. The loader writes it into the program's read-only data
 * before the load, so what is off costs nothing: the verifier removes the dead branches.
 */
#pragma once

#include <linux/types.h>

#define FILTER_PIDS 16
#define TASK_COMM 16 /* TASK_COMM_LEN: 15 bytes and the NUL */

struct filter {
	__u32 npids; /* 0: every process */
	__u32 tid;	 /* 0: every thread */
	__u32 uid;
	__u32 has_uid;
	__u32 cgroup; /* test map `filter_cgroup`, index 0, descendants included */
	__u32 follow; /* the processes in map `filter_follow`, kept up to date over fork and exit */
	__u32 ncomm;  /* bytes of `comm` to look for anywhere in the task's name; 0: every name */
	__u32 self;	  /* ktally's own process, which event tools leave out; 0: none */
	__u32 pids[FILTER_PIDS];
	char comm[TASK_COMM];
};
