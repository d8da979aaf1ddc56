/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tool.h - what a tool is: a table. src/tools/NAME.c ends with `const struct tool NAME_tool` ('-' in the
 * name becomes '_'); the build makes the list of tools from the file names.
 */
#ifndef KTALLY_TOOL_H
#define KTALLY_TOOL_H

#include "options.h"
#include "base/schema.h"
#include "session.h"
#include "settings.h"

struct bpf_recipe {
	/* Its programs notice by themselves what the kernel did not run one of them for (a start without an end): the
	 * kernel's own number of refused runs would count that twice, and runs that nothing depends on. */
	bool notices_missed;
	/* bpf_open() the skeleton, set its read-only data, switch optional programs on. Not attached yet. The source fills
	 * `filter` and `events_wake`, of which a tool sets what is its own before (filter.self, a wake of 0). */
	int (*open)(struct session *s);
	/* NULL: every loaded program is attached as its section says */
	int (*attach)(struct session *s);
	/* Brings s->totals up to date. NULL: the map `tally` is the totals */
	int (*collect)(struct session *s);
	/* Adds what the object alone knows (starts still waiting) to *lost. NULL: nothing */
	void (*losses)(struct session *s, struct lost *lost);
	void (*close)(struct session *s); /* after everything is detached: what open() and attach() made. NULL: nothing */
};

struct record; /* source/stream.h */

struct ftrace_event {
	const char *name;		   /* "block/block_rq_issue" */
	const char *const *fields; /* read by position with record_int(), record_chars(); NULL-ended */
	void (*record)(struct session *s, const struct record *r);
	bool optional; /* may be missing on this kernel */
	/* Do these options need the event? It changes nothing. NULL: always */
	bool (*wanted)(struct session *s);
};

struct ftrace_recipe {
	const struct ftrace_event *events; /* ends with a NULL name */
	/* Uses the function_graph tracer: some of its files, and before 6.11 all of it, exist once in the system and are
	 * held for this run (sys/tracefs_hold.h) */
	bool graph;
	bool names_tasks;	  /* record_task() is used: names and processes of all threads are kept */
	bool leaves_out_self; /* its filters name ktally's own process */
	bool texts;			  /* records have strings: one that is longer than a page is lost, and not told */
	/* Defines dynamic events, before the events are chosen. 0, or -errno with s->why set. NULL: nothing to do */
	int (*open)(struct session *s);
	int (*start)(struct session *s); /* filters, before the events are switched on. NULL: none */
	/* Adds to s->totals what the kernel itself has counted (ftrace_hist.h). NULL: records do it all */
	int (*collect)(struct session *s);
	void (*losses)(struct session *s, struct lost *lost);
	/* Frees what open(), start() and record() made, however far they came. NULL: nothing */
	void (*close)(struct session *s);
};

struct tool {
	const char *name;
	const char *summary;   /* one line, for the list and the man page's NAME */
	const char *arguments; /* for the usage line; NULL: none */
	const char *examples;  /* last block of the help */
	const char *unit;	   /* what is counted, for headings and the footer: "I/O" */
	const struct opt *options;
	unsigned takes;		  /* enum takes */
	uint64_t interval_ns; /* default; 0: one report at the end */
	const struct schema *schema;
	enum view view;
	int max_args;						/* arguments beside [interval [count]] */
	int (*prepare)(struct session *s);	/* check options and arguments; may replace s->schema */
	bool (*keeps)(const void *row);		/* is a row of events wanted? NULL: every one */
	const struct bpf_recipe *bpf;		/* NULL: no BPF form */
	const struct ftrace_recipe *ftrace; /* NULL: no ftrace form */
	int (*main)(int argc, char **argv); /* not a session: does everything itself */
	/* Arguments with which `ktally doctor` tries the tool, NULL-ended; for one with main() a short harmless run
	 * whose status tells; DOCTOR_FUNCTION at an end stands for a function of the doctor's own. NULL: none */
	const char *const *doctor_args;
	/* Options that switch other programs on, or other parts of them: each set, its words parted by spaces, is tried by
	 * `ktally doctor --all`. NULL-ended; NULL: none */
	const char *const *doctor_variants;
};

#define DOCTOR_FUNCTION "@"

extern const struct tool *const tools[]; /* in order of their names, NULL-ended */
const struct tool *tool_find(const char *name);

#endif
