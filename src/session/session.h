/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session.h - what a source, a renderer and a tool share during one run, and how rows pass from the source to the
 * renderer. Sources and renderers know the session, never each other. run/run.c makes it.
 */
#pragma once

#include "base/schema.h"
#include "base/tally.h"
#include "base/why.h"
#include "dat/dat.h"
#include "render.h"
#include "settings.h"

#include <stdint.h>

struct tool;
struct source;
struct stream;

enum view {
	VIEW_EVENTS, /* a row for each event */
	VIEW_TABLE,	 /* counters by key */
	VIEW_HIST,	 /* histograms by key */
	VIEW_STACKS, /* counters by key, with a FIELD_STACK */
};

/* What a report did not count. All numbers only grow, except in_flight and oldest_ns. */
struct lost {
	uint64_t ring;		/* events dropped because a buffer was full */
	uint64_t map_full;	/* keys or starts that did not fit a map */
	uint64_t missed;	/* probes that the kernel did not run */
	uint64_t unmatched; /* ends whose start was not seen */
	uint64_t in_flight; /* starts still waiting for their end */
	uint64_t oldest_ns; /* age of the oldest of these starts */
	const char *untold; /* why there may be losses that nothing counts; NULL: all are counted */
};

/* What the programs of a run did */
struct cost {
	uint64_t runs, run_ns;
	uint64_t skipped; /* runs that the kernel refused, because the program was already running on that CPU */
};

/* run/overhead.h */
struct overhead {
	bool on;	   /* statistics are being kept */
	bool warned;   /* about a high cost */
	bool exceeded; /* --max-overhead: the run ended early */
	struct cost cost;
	uint64_t began_ns, last_ns, elapsed_ns;
	double percent, peak; /* of all CPUs: on average, and in the worst second */
	unsigned cpus;
};

/* Keeps what a run prints (source/rows/record.h) */
struct recorder {
	void (*event)(struct session *s, const void *row);
	void (*interval)(struct session *s, const struct interval *iv); /* of events: without rows */
	void (*flush)(struct session *s);								/* called ten times a second */
};

struct session {
	const struct tool *tool;
	const struct settings *set;
	const struct schema *schema;
	enum view view; /* the tool's, unless its prepare() chose another */
	const struct renderer *renderer;
	struct render_options render;
	const struct source *source;
	const char *backend_name; /* the source's, for those that do not know sources */
	bool on_bpf;
	const struct recorder *recorder; /* NULL: none */
	const struct renderer *picture;	 /* a second one, of --svg, --flame or --timeline; NULL: none */
	void *source_state, *render_state, *recorder_state, *picture_state;
	struct dat *dat;	   /* the recording that is replayed; NULL: none */
	struct stream *stream; /* of ftrace's records, live or replayed; the source owns it. NULL: none */
	void *tool_state;	   /* what the tool's prepare() leaves for its recipes; NULL: nothing */
	const char *unit;	   /* what is counted, where it is not the tool's; NULL: it is */
	const char *attach;	   /* how the source gets events: "tp_btf", "ring"...; the source sets it */
	struct why why;		   /* why the source tried last cannot be used */
	int argc;			   /* arguments that are neither options nor interval */
	char **argv;
	char **command;		/* after --, NULL-ended; NULL: none */
	pid_t child;		/* of the command; 0: none */
	uint32_t child_pid; /* the same, as /proc numbers it */
	struct tally *totals, *before, *interval;
	uint64_t events; /* rows of an event tool so far */
	uint64_t last_tick_ns;
	uint64_t elapsed_ns; /* of the interval that ended last */
	uint64_t tick_ns;	 /* of the report that is being made */
	uint64_t replay_ns;	 /* in a replay: time of the record last seen */
	bool stop;
	const char *stopped;  /* what a tool ended the run for: "threshold"; NULL: nothing */
	bool whole;			  /* the run ends where its last interval does, however late that is noticed */
	bool ending;		  /* the loop has ended: the next report is the last */
	bool reads_processes; /* the run will read memory maps of other processes, for names of their functions */
	bool names_modules;	  /* totals have addresses in modules: read the names before a module goes */
	bool names_functions; /* totals have addresses of the kernel's functions */
	bool busy;			  /* poll the source again soon */
	bool cut_short;		  /* the last interval was; of a replay: that of the recording */
	bool source_stopped;  /* no new events can come */
	bool records_pages;	  /* the source itself records: the kernel's pages */
	bool undrawn;		  /* the picture could not be written: a message said why */
	bool unrecorded;	  /* the recording could not be ended: a message said why */
	bool trial;			  /* tests only whether the tool can run: nothing is measured */
	struct lost lost;
	struct overhead overhead;
};

/* What is counted: "I/O" */
const char *session_unit(const struct session *s);
/* Passes a finished row of an event tool to the renderer. */
void session_event(struct session *s, const void *row);
/* Passes a row of tool->timeline to the picture alone: it is counted already. Nothing without --timeline */
void session_timeline(struct session *s, const void *row);
/* Writes what has been printed. Stops the session if that fails: the reader has left, the disk is full. */
void session_flush(struct session *s);
/* The total with this key, for the caller to add to. Without memory NULL, and lost.map_full counts it */
void *session_total(struct session *s, const void *key);

/* Ends an interval. Its rows are the difference between the totals now and at the end of the interval before. 0,
 * or -errno after a message */
int session_tick(struct session *s, uint64_t now_ns);

/* Brings totals up to date, and has the renderer answer what it was asked. 0, or -errno after a message */
int session_answer(struct session *s);

/* For slow work before the loop runs: true if the session must stop */
bool session_interrupted(struct session *s);

/* How much was counted so far; for an event tool the number of rows */
uint64_t session_counted(const struct session *s);

/* Writes into s->why why the source cannot be used, and returns err. Whoever gives up prints it. */
#define cannot(s, err, ...) because(&(s)->why, err, __VA_ARGS__)
