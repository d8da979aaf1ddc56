/* SPDX-License-Identifier: GPL-2.0-or-later */
/* targets.h - what funccount's patterns mean on this machine, and how each kind is attached. */
#ifndef KTALLY_FUNCCOUNT_TARGETS_H
#define KTALLY_FUNCCOUNT_TARGETS_H

#include "session/session.h"
#include "sys/functions.h"

#include <ktally/funccount.h>

struct targets {
	struct functions kernel;	  /* tcp_*, keyed by address */
	struct functions tracepoints; /* t:sched:*, keyed by position */
	struct functions user;		  /* libc:mem*, u:libc:*, keyed by position behind the tracepoints */
	char **files;				  /* of each user function */
	bool regex;
};

/* Resolves one pattern of the command line. 0, or -errno after a message. */
int targets_add(struct targets *t, const char *pattern);
int targets_prepare(struct session *s, struct targets *t); /* all of s->argv */

/* Kernel functions alone, of patterns parted by spaces: for tools that follow these. 0, or -errno after a message */
int targets_kernel(struct targets *t, const char *patterns);
/* The same for "LIB:FUNCTION" and for "u:LIB:[PROVIDER:]NAME" */
int targets_add_user(struct targets *t, const char *pattern, const char *colon);
int targets_add_static(struct targets *t, const char *pattern);
int targets_bad(const char *what, int err); /* says what is wrong with a pattern or file; err */
/* First of the user targets with this one's file and name: they are counted as one */
size_t targets_user_first(const struct targets *t, size_t i);

/* Key of a kernel function by its position, where the address is not known; `more`: of all that begin like it */
uint64_t targets_kernel_id(const struct targets *t, size_t i, bool more);

/* Name of a key: of the kernel's symbols, or of the target it numbers */
int targets_name(const struct targets *t, char *to, size_t size, uint64_t id);

struct funccount_bpf;
int targets_attach(struct session *s, struct targets *t, struct funccount_bpf *o);

#endif
