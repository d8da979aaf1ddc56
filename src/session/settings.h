/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * settings.h - the options that tools share: their names, their values, and which of them a tool takes. The
 * letters are those of perf-tools and bcc (CONTRIBUTING.md); a tool's own letters win.
 */
#pragma once

#include "options.h"

#include <ktally/filter.h>
#include <sys/types.h>

/* struct tool.takes: which shared options make sense for it */
enum takes {
	TAKES_PID = 1 << 0, /* --pid, and --follow: a process and its descendants */
	TAKES_TID = 1 << 1,
	TAKES_UID = 1 << 2,
	TAKES_COMM = 1 << 3,
	TAKES_CGROUP = 1 << 4,
	TAKES_DURATION = 1 << 5,
	TAKES_INTERVAL = 1 << 6,			  /* the arguments are [interval [count]] */
	TAKES_RANGE = 1 << 14,				  /* prints a heat map */
	TAKES_HEATMAP = 1 << 7 | TAKES_RANGE, /* of what it counts anyway: -H */
	TAKES_TIMESTAMP = 1 << 8,
	TAKES_COMMAND = 1 << 9,	  /* -- COMMAND [ARGUMENT...] */
	TAKES_BUFFER = 1 << 10,	  /* has an event buffer whose size can be chosen */
	TAKES_TABLE = 1 << 12,	  /* has histograms, so --table can print a line for each, --svg draw them */
	TAKES_PROGRAMS = 1 << 13, /* has a BPF form, whose cost the kernel measures; run/usage.c sets it */
	TAKES_REPLAY = 1 << 11,	  /* has an ftrace form whose events can be recorded and replayed */
	TAKES_NAMES = 1 << 17,	  /* names functions of programs */
	TAKES_TIMELINE = 1 << 18, /* has rows of events, which --timeline can keep */
	TAKES_RECORD = 1 << 15,	  /* has rows, which can be; run/usage.c sets it */
	TAKES_STACKS = 1 << 16,	  /* can count by stack: tables of functions, trees, flame graphs */
	TAKES_BOOT = 1 << 19,	  /* has a boot configuration; run/usage.c sets it */
};
#define TAKES_TASK (TAKES_PID | TAKES_TID | TAKES_UID | TAKES_COMM | TAKES_CGROUP)

/* Of a session that answers `ktally serve`, instead of printing */
struct metrics_settings {
	char *const *allow_labels; /* names of fields that may be labels, however many values they have */
	unsigned nlabels;
	unsigned max_series; /* of each family; at least 1 */
};

enum backend { BACKEND_AUTO, BACKEND_BPF, BACKEND_FTRACE, BACKEND_PERF };

struct settings {
	uint32_t pids[FILTER_PIDS];
	uint32_t npids;
	uint64_t tid, uid, follow; /* tid 0: every thread; follow 0: nobody */
	bool has_uid;
	const char *comm, *cgroup;
	uint64_t duration_ns, interval_ns; /* duration 0: until stopped; interval 0: none */
	uint64_t count;					   /* intervals; 0: no end */
	struct range {
		uint64_t low, high; /* high 0: none */
		bool low_is_time, high_is_time;
	} range; /* of the heat map's axis */
	bool timestamp, json, heatmap, table, ascii, quiet, strict, debug, help, version;
	bool help_all;			   /* with help */
	const char *boot_instance; /* a boot configuration for it is printed, instead of a run; NULL: none */
	bool mangled;			   /* symbols of programs stay as they are */
	bool stats;
	double max_overhead;  /* percent; 0: no limit */
	const char *color;	  /* auto, always, never; NULL: auto */
	const char *output;	  /* a file; NULL: standard output */
	const char *svg;	  /* a file for a picture; NULL: none */
	uint64_t live_ns;	  /* how often the picture is drawn while the run lasts; 0: only at its end */
	const char *timeline; /* a file for events; NULL: none */
	uint64_t limit;		  /* how many of them */
	struct {
		bool functions, tree, folded; /* at most one; none: as the tool's view is */
		const char *flame;			  /* a file for a picture; NULL: none */
		bool icicle, reverse;
		bool annotations, delimited; /* of folded */
		double min_share;			 /* of tree, in percent; negative: not given */
	} stacks;
	uint64_t buffer_kb;
	enum backend backend;
	const char *record, *replay;			/* files or folders; "-": a stream */
	const struct metrics_settings *metrics; /* NULL: it prints. No option sets it. */
};

/* The only instance: a process runs one tool. The option parser fills it; then it is read through the session. */
extern struct settings settings;
/* As if no option had been given */
void settings_reset(void);

/* Shared options for a tool that takes these; static memory, valid until the next call. */
const struct opt *settings_options(unsigned takes);

/* Groups of them, for the short help */
enum settings_group { SETTINGS_TASKS, SETTINGS_REPORT, SETTINGS_RARE, SETTINGS_GROUPS };
/* Those of one group; the same memory */
const struct opt *settings_group(unsigned takes, enum settings_group group);

/* Parses [interval [count]] into settings. 0, or -EINVAL after a message */
int settings_interval(int argc, char **argv);

/* Is --range given in the unit of what the heat map shows? 0, or -EINVAL after a message */
int settings_check_range(bool of_times);
/* Does an option ask for a view that needs stacks? Its long name, or NULL */
const char *settings_asks_stacks(void);
/* The value of --comm, for a tool that also takes it as an argument: NAME,... 0, or -errno after a message */
int settings_comm(const char *text);
/* False: one name, to be found anywhere in a task's own. True: see probe_glob_names() */
bool settings_comm_is_list(const char *text);

/* Is --record's argument the name of a file, FILE.dat, or "-"? Otherwise it is a folder. */
bool settings_is_file(const char *record);
/* Chooses ftrace for --record FOLDER. 0, or -errno after a message if options contradict each other or the environment
 */
int settings_check(void);
