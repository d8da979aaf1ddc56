/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tool.h - a tool is a table. src/tools/NAME/NAME.c ends with `const struct tool NAME_tool` ('-' in the name
 * becomes '_'). The build makes the list of tools from the names of the folders.
 */
#pragma once

#include "base/schema.h"
#include "options.h"
#include "session.h"
#include "settings.h"

struct bpf_recipe {
	/* The programs notice themselves that the kernel did not run one of them (a start without an end). The
	 * kernel's own number of refused runs would count those again, and also runs on which nothing depends. */
	bool notices_missed;
	/* Opens the skeleton (bpf_open()), sets its read-only data, switches optional programs on. Does not attach. The
	 * source then fills `filter` and `events_wake`; a tool sets before what is its own (filter.self, a wake of 0). */
	int (*open)(struct session *s);
	/* NULL: every loaded program is attached as its section says */
	int (*attach)(struct session *s);
	/* Attaches what no section names, after all the others. NULL: nothing */
	int (*attach_more)(struct session *s);
	/* Takes a row as programs have sent it. NULL: session_event() */
	void (*row)(struct session *s, const void *row, size_t size);
	/* Called after rows were read, at least ten times a second. NULL: nothing */
	void (*poll)(struct session *s);
	/* Brings s->totals up to date. NULL: the map `tally` has the totals */
	int (*collect)(struct session *s);
	/* Gives each stack in a key of totals its hash (stack_store_hash()), where it has another name. NULL: there are
	 * none */
	void (*rename)(struct session *s, void *key);
	/* Adds to *lost what only the object knows (starts that still wait). NULL: nothing */
	void (*losses)(struct session *s, struct lost *lost);
	/* Called before anything is detached, for what must not go on without the programs. NULL: nothing */
	void (*stop)(struct session *s);
	/* Called after everything is detached. Frees what open() and attach() made. NULL: nothing */
	void (*close)(struct session *s);
};

struct boot_config; /* boot_config.h */
struct record;		/* source/ftrace/stream.h */

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
	/* Uses the function_graph tracer. Some of its files exist once in the system, before 6.11 the whole tracer;
	 * this run holds them (sys/tracefs_hold.h). */
	bool graph;
	/* Uses this tracer, "osnoise" or "timerlat". Its settings exist once in the system, and only one of the two runs;
	 * this run holds them. NULL: neither */
	const char *noise;
	bool names_tasks;	  /* uses record_task(): the stream keeps names and processes of all threads */
	bool leaves_out_self; /* its filters name ktally's own process */
	bool reads_more;	  /* rows have what records lack: FILE.dat has rows, not records */
	bool texts;			  /* records have strings: ftrace drops one of about a page uncounted */
	/* Defines dynamic events, before the events are chosen. 0, or -errno with s->why set. NULL: nothing to do */
	int (*open)(struct session *s);
	int (*start)(struct session *s); /* sets filters, before the events are switched on. NULL: none */
	/* Called after records were read, at least ten times a second, but not in a replay. NULL: nothing */
	void (*poll)(struct session *s);
	/* Adds to s->totals what the kernel itself has counted (source/ftrace/hist.h). NULL: all comes from records */
	int (*collect)(struct session *s);
	void (*losses)(struct session *s, struct lost *lost);
	/* Frees what open(), start() and record() made, however far they came. NULL: nothing */
	void (*close)(struct session *s);
};

struct perf_sample; /* source/perf/perf.h */

struct perf_recipe {
	/* Adds events with perf_add(), to be numbered in this order. 0, or -errno with s->why set */
	int (*open)(struct session *s);
	/* Of a task that the user asked for */
	void (*sample)(struct session *s, const struct perf_sample *sample);
	/* A thread, any, has begun to run on a CPU, or leaves one. NULL: the tool does not want to know */
	void (*switched)(struct session *s, uint32_t tid, uint64_t time_ns, bool leaves);
	/* Brings s->totals up to date. NULL: samples have added to them */
	int (*collect)(struct session *s);
	void (*losses)(struct session *s, struct lost *lost);
	/* Frees what open() made, however far it came. NULL: nothing */
	void (*close)(struct session *s);
};

struct columns_reader;

/* Of a tool whose rows have no fixed length: a recording keeps them as they were (FIELD_ROW), and a replay takes them
 * through the tool again, with other options if they are given. */
struct replay_recipe {
	/* A row from a file: anything. -EINVAL: it cannot be one. texts: the other columns of the row */
	int (*row)(struct session *s, const void *bytes, size_t n, const struct columns_reader *texts);
	void (*end)(struct session *s); /* after the last row */
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
	const struct schema *timeline; /* of single events, which --timeline gets where schema is of totals; NULL: none */
	enum view view;
	int max_args; /* arguments besides [interval [count]]; negative: any number */
	/* Checks options and arguments; may replace s->schema. 0, or -errno after a message: -ENOSYS if no other arguments
	 * would help, because this system cannot trace what they ask for */
	int (*prepare)(struct session *s);
	bool (*keeps)(const void *row); /* is a row of events wanted? NULL: every one */
	/* Writes lines, escaped and without the end of the last, for the end of the run. Their length; 0: nothing. NULL:
	 * never any */
	int (*note)(const struct session *s, char *to, size_t size);
	/* Writes JSON lines of its own before the summary (render/json_line.h). NULL: none */
	void (*note_json)(const struct session *s);
	const struct bpf_recipe *bpf;		/* NULL: no BPF form */
	const struct ftrace_recipe *ftrace; /* NULL: no ftrace form */
	const struct perf_recipe *perf;		/* NULL: no perf form */
	const struct replay_recipe *replay; /* NULL: rows are replayed as they were printed */
	/* Writes, after prepare(), what makes the kernel trace the same while it boots; NULL: nothing does */
	void (*boot)(const struct session *s, struct boot_config *b);
	int (*main)(int argc, char **argv); /* not a session: does everything itself */
	/* Arguments with which `ktally doctor` tries the tool, NULL-ended. For a tool with main() they make a short
	 * harmless run, whose status is the result; without them it is not tried. DOCTOR_FUNCTION at the end of an
	 * argument stands for a function of the doctor itself. NULL: none */
	const char *const *doctor_args;
	/* Sets of options that switch on other programs, or other parts of them; spaces separate the words of a set.
	 * `ktally doctor --all` tries each set. NULL-ended; NULL: none */
	const char *const *doctor_variants;
};

#define DOCTOR_FUNCTION "@"

extern const struct tool *const tools[];		/* in order of their names, NULL-ended */
const struct tool *tool_find(const char *name); /* NULL: there is none */
