/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracefs_hold.h - files of tracefs that exist once for the whole system, taken for a time. Nobody may be using them,
 * and whatever ends this process they are put back, at the latest by the next ktally (tracefs_sweep()).
 *
 * What to put back is noted in the name of an empty tracing instance, "ktally.OWNER.top,trace_clock=local,...". That is
 * made in one step, before anything is changed, is seen by whoever sees tracefs, and is gone after a reboot, as what it
 * notes is. A second one, "ktally.OWNER.set,...", says what the files were set to: a file that says something else when
 * it is to be put back is somebody else's by then, and left alone.
 */
#ifndef KTALLY_TRACEFS_HOLD_H
#define KTALLY_TRACEFS_HOLD_H

#include "base/why.h"

#include <stdbool.h>

#define TRACEFS_NOTE 250

enum hold {
	HOLD_GRAPH = 1,		/* set_graph_function, max_graph_depth, tracing_thresh: of every function_graph tracer */
	HOLD_PROFILER = 2,	/* the function profiler, with the top-level filter of functions */
	HOLD_TOP_ALONE = 4, /* what is neither's */
	HOLD_TOP = 7,		/* the whole top-level instance */
};

/* Takes them; the note's name is for the other two. 0, or -errno with *why set: somebody uses them. */
int tracefs_hold(struct why *why, enum hold what, char note[TRACEFS_NOTE]);

/* Once all is set: notes to what. */
void tracefs_hold_set(const char *note);

/* Puts everything back that nobody else has changed, also what a dead process noted. No descriptor of the files may be
 * open. */
void tracefs_release(const char *note);

/* Of an instance's name: is it a note? What it holds; 0: it is none, or a second one */
bool tracefs_is_note(const char *name);
enum hold tracefs_held(const char *name);

#endif
