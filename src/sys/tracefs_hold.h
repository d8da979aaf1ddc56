/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracefs_hold.h - files of tracefs that exist once for the whole system, taken for a time. Nobody may be using them,
 * and whatever ends this process they are put back, at the latest by the next ktally (tracefs_sweep()).
 *
 * What to put back is noted in the name of an empty tracing instance, "ktally.PID.top,tracing_on=1,...". That is made
 * in one step, before anything is changed, is seen by whoever sees tracefs, and is gone after a reboot, as what it
 * notes is.
 */
#ifndef KTALLY_TRACEFS_HOLD_H
#define KTALLY_TRACEFS_HOLD_H

#include "../session.h"

#define TRACEFS_NOTE 200

enum hold {
	HOLD_GRAPH, /* set_graph_function, max_graph_depth, tracing_thresh: of every function_graph tracer */
	HOLD_TOP,	/* the whole top-level instance as well */
};

/* Takes them; the note's name is for tracefs_release(). 0, or -errno with s->why set: somebody uses them. */
int tracefs_hold(struct session *s, enum hold what, char note[TRACEFS_NOTE]);

/* Puts everything back, also what a dead process noted. No descriptor of the files may be open. */
void tracefs_release(const char *note);

#endif
