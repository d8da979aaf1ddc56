/* SPDX-License-Identifier: GPL-2.0-or-later */
/* targets.h - what patterns of functions and tracepoints mean on this machine. */
#pragma once

#include "session/session.h"
#include "sys/functions.h"

struct targets {
	struct functions kernel;	  /* tcp_*, keyed by address */
	struct functions tracepoints; /* t:sched:*, keyed by position */
	struct functions user;		  /* libc:mem*, u:libc:*, keyed by position behind the tracepoints */
	char **files;				  /* of each user function */
	bool regex;
};

/* Resolves the patterns of the command line. 0, or -errno after a message */
int targets_prepare(struct session *s, struct targets *t);

/* Kernel functions alone, of n arguments (patterns parted by spaces), into an empty list. 0, or -errno after a message
 */
int targets_kernel(struct functions *f, char *const *arguments, int n);

/* Key of a kernel function by its position, where the address is not known; `more`: of all that begin like it */
uint64_t targets_kernel_id(const struct targets *t, size_t i, bool more);

/* Name of a key: of the kernel's symbols, or of the target it numbers */
int targets_name(const struct targets *t, char *to, size_t size, uint64_t id);
