/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session.h - one run of a tool: it chooses the source and the renderer, owns both, and carries rows from
 * one to the other. Sources and renderers know the session, never each other.
 */
#ifndef KTALLY_SESSION_H
#define KTALLY_SESSION_H

#include "base/schema.h"
#include "settings.h"
#include "base/tally.h"
#include "base/why.h"

#include <stdint.h>

struct tool;
struct source;
struct renderer;

enum view {
	VIEW_EVENTS, /* a row for each event */
	VIEW_TABLE,	 /* counters by key */
	VIEW_HIST,	 /* histograms by key */
};

/* What a report did not count; all only grow but in_flight */
struct lost {
	uint64_t ring;		/* events dropped because a buffer was full */
	uint64_t map_full;	/* keys or starts that did not fit a map */
	uint64_t missed;	/* probes that the kernel did not run */
	uint64_t unmatched; /* ends whose start was not seen */
	uint64_t in_flight; /* starts still waiting for their end */
	uint64_t oldest_ns; /* age of the oldest of those */
	const char *untold; /* why there may be more that nothing tells; NULL: what is lost is told */
};

/* What the programs of a run did */
struct cost {
	uint64_t runs, run_ns;
	uint64_t skipped; /* runs that the kernel refused, because the program was running there already */
};

/* overhead.h */
struct overhead {
	bool on;	   /* statistics are being kept */
	bool warned;   /* that it is much */
	bool exceeded; /* --max-overhead: the run ended early */
	struct cost cost;
	uint64_t began_ns, last_ns, elapsed_ns;
	double percent, peak; /* of all CPUs: on average, and in the worst second */
	unsigned cpus;
};

struct session {
	const struct tool *tool;
	const struct settings *set;
	const struct schema *schema;
	enum view view; /* the tool's, unless its prepare() chose another */
	const struct renderer *renderer;
	const struct source *source;
	void *source_state, *render_state;
	void *tool_state;	/* what the tool's prepare() leaves for its recipes; NULL: nothing */
	const char *attach; /* how events are got: "tp_btf", "ring"... set by the source */
	struct why why;		/* the source last tried cannot be used */
	int argc;			/* arguments that are neither options nor interval */
	char **argv;
	char **command;		/* after --, NULL-ended; NULL: none */
	pid_t child;		/* of the command; 0: none */
	uint32_t child_pid; /* the same, as /proc numbers it */
	struct tally *totals, *before, *interval;
	uint64_t events; /* rows of an event tool so far */
	uint64_t last_tick_ns;
	uint64_t tick_ns;	/* of the report that is being made */
	uint64_t replay_ns; /* in a replay: time of the record last seen */
	bool stop;
	bool reads_processes; /* memory maps of other processes will be read, for names of their functions */
	bool names_modules;	  /* totals have addresses of functions of modules: named before those can go */
	bool names_functions; /* totals have addresses of the kernel's functions */
	bool busy;			  /* the source wants to be polled again at once */
	bool source_stopped;  /* nothing new can come: what is read is all */
	bool trial;			  /* only tried whether it could run: nothing is measured */
	struct lost lost;
	struct overhead overhead;
};

/* The whole run; the exit status. argv[0] is the tool's name. */
int session_main(const struct tool *tool, int argc, char **argv);

/* Tries one backend of a tool for real and takes it down again: 0, or -errno with s->why set. */
int session_try(struct session *s, const struct source *source);

/* A finished row of an event tool. */
void session_event(struct session *s, const void *row);
/* Writes what has been printed; the session stops where that fails: a reader that left, a full disk */
void session_flush(struct session *s);
/* The total with this key, to be added to; NULL (and counted as lost) without memory. */
void *session_total(struct session *s, const void *key);

/* An interval ended: its rows are the difference of the totals now and at the interval before.
 * 0 or -errno after a message. */
int session_tick(struct session *s, uint64_t now_ns);

/* For what takes long before the loop runs: shall the session stop? */
bool session_interrupted(struct session *s);

/* How much was counted or how many rows there were so far */
uint64_t session_counted(const struct session *s);

/* The source cannot be used: the sentence says why, and whoever gives up prints it. Returns err. */
#define cannot(s, err, ...) because(&(s)->why, err, __VA_ARGS__)

#endif
