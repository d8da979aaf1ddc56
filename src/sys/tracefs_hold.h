/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracefs_hold.h - takes files of tracefs that exist once for the whole system. Nobody else may be using them.
 * However this process ends, their values are put back, at the latest by the next ktally (tracefs_sweep()).
 *
 * The old values are noted in the name of an empty tracing instance, "ktally.OWNER.top,trace_clock=local,...". It
 * is made in one step before anything changes, every process that sees tracefs sees it, and like the values it is
 * gone after a reboot. A second note, "ktally.OWNER.set,...", says what we set the files to. If a file says
 * something else at the end, somebody has changed it meanwhile, and it is left alone.
 */
#pragma once

#include "base/why.h"

#include <stdbool.h>

#define TRACEFS_NOTE 250

enum hold {
	HOLD_GRAPH_ALONE = 1,  /* set_graph_function, max_graph_depth, of all function_graph tracers */
	HOLD_PROFILER = 2,	   /* the function profiler and the top-level function filter */
	HOLD_TOP_ALONE = 4,	   /* the other files of the top-level instance */
	HOLD_THRESHOLD = 8,	   /* tracing_thresh, which several tracers obey */
	HOLD_NOISE_ALONE = 16, /* osnoise/, of all osnoise and timerlat tracers */
	HOLD_GRAPH = HOLD_GRAPH_ALONE | HOLD_THRESHOLD,
	HOLD_NOISE = HOLD_NOISE_ALONE | HOLD_THRESHOLD,
	HOLD_TOP = HOLD_GRAPH | HOLD_PROFILER | HOLD_TOP_ALONE, /* the whole top-level instance */
};

/* Takes the files; the other functions need the note's name. 0, or -errno with *why set: -EBUSY if in use */
int tracefs_hold(struct why *why, enum hold what, char note[TRACEFS_NOTE]);

/* Writes the second note. Call it after setting the files. */
void tracefs_hold_set(const char *note);

/*
 * Puts back everything that nobody else has changed, and removes the notes. The note may be a dead process'. No
 * descriptor of the files may be open.
 */
void tracefs_release(const char *note);

/* True if an instance's name is a note. */
bool tracefs_is_note(const char *name);
/* What the note holds; 0: it is none, or a second note */
enum hold tracefs_held(const char *name);
