/* SPDX-License-Identifier: GPL-2.0-or-later */
/* objtrace.h - what the BPF and the ftrace form of objtrace share. */
#pragma once

#include "tools/generic/generic.h"

#include <ktally/objtrace.h>

struct objtrace {
	struct generic taker;			/* where objects are taken, by which filter. Its first argument is the object */
	struct probe_argument value;	/* read in each object: what its fetch adds to the address. Without offsets: none */
	struct functions functions;		/* all that are probed: the taker's and those that free are among them */
	unsigned value_at;				/* which of the taker's arguments it is there; 0: none */
	const char *names[OBJECT_ENDS]; /* functions that free; NULL: this kernel has none to be probed */
	uint64_t most;					/* objects */
};

extern struct objtrace objtrace;
extern const struct bpf_recipe objtrace_bpf_recipe;
extern const struct ftrace_recipe objtrace_ftrace;

/* Takes a row of either form: leaves out arguments that the function does not have. Ends the run with the last object
 */
void objtrace_row(struct session *s, struct object_row *row);
