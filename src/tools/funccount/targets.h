/* SPDX-License-Identifier: GPL-2.0-or-later */
/* targets.h - what funccount's patterns mean on this machine, and how each kind is attached. */
#ifndef KTALLY_FUNCCOUNT_TARGETS_H
#define KTALLY_FUNCCOUNT_TARGETS_H

#include "../../session.h"
#include "../../sys/functions.h"

#include <ktally/funccount.h>

struct targets {
	struct functions kernel;	  /* tcp_*, keyed by address */
	struct functions tracepoints; /* t:sched:*, keyed by position */
	struct functions user;		  /* libc:mem*, keyed by position behind the tracepoints; address: offset */
	char **files;				  /* of each user function */
	bool regex;
};

/* Resolves one pattern of the command line. 0, or -errno after a message. */
int targets_add(struct targets *t, const char *pattern);
int targets_prepare(struct session *s, struct targets *t); /* all of s->argv */

/* Kernel functions alone, of patterns parted by spaces: for tools that follow these. 0, or -errno after a message */
int targets_kernel(struct targets *t, const char *patterns);

/* Name of a key: of the kernel's symbols, or of the target it numbers */
int targets_name(const struct targets *t, char *to, size_t size, uint64_t id);

struct funccount_bpf;
int targets_attach(struct session *s, struct targets *t, struct funccount_bpf *o);

#endif
