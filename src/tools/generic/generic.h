/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * generic.h - what tpoint, kprobe and uprobe share: one probe, what is to become of its events, and how both backends
 * and the schema are told.
 */
#ifndef KTALLY_TOOLS_PROBING_H
#define KTALLY_TOOLS_PROBING_H

#include "probe/probe.h"
#include "session/tool.h"

struct generic {
	struct probe probe;
	struct probe_plan plan;
	enum probe_view view;
	bool latency;		   /* PROBE_HIST of the time from entry to return */
	const char *key_names; /* "comm,pid"; NULL: none */
	const char *value_name;
	bool stacks;	 /* with each row (-s) */
	bool stack_view; /* --stacks */
	bool list, show_format;
	const char *prototype;
	unsigned keys[PROBE_KEY_WORDS], nkeys; /* which of the probe's arguments */
	unsigned key_words;					   /* of 8 bytes, the sign's and the stacks' included */
	uint64_t top, max_keys;
};

extern struct generic generic;

/* The options of the views, in each of the three tools' tables */
#define PROBING_OPTIONS                                                                                           \
	OPT_MAYBE(0, "count", "KEY,...", &generic, generic_count, "count in the kernel, by these keys (or by none)"), \
		OPT_PARSED(0, "sum", "VALUE", &generic, generic_sum, "sum a value in the kernel"),                        \
		OPT_PARSED(0, "hist", "VALUE", &generic, generic_hist, "histogram of a value, made in the kernel"),       \
		OPT_PARSED(0, "heatmap", "VALUE", &generic, generic_heatmap, "the same, one line an interval"),           \
		OPT_FLAG(0, "stacks", &generic.stack_view, "count by stack in the kernel; folded, for flame graphs"),     \
		OPT_TEXT(0, "by", "KEY,...", &generic.key_names,                                                          \
				 "keys of --sum, --hist and --latency: comm, pid, cpu,\n"                                         \
				 "tid, uid, func, and every argument's name"),                                                    \
		OPT_DURATION('i', "interval", "TIME", &settings.interval_ns, "a report each TIME"),                       \
		OPT_NUMBER(0, "top", "N", &generic.top, 1, 1000000, "only the N keys with most events"),                  \
		OPT_NUMBER(0, "max-keys", "N", &generic.max_keys, 1, 1 << 20,                                             \
				   "room for N keys (16384; comm 4096; histograms 1024)")
int generic_count(void *to, const char *text);
int generic_sum(void *to, const char *text);
int generic_hist(void *to, const char *text);
int generic_heatmap(void *to, const char *text);

/* One view only. 0 or -EINVAL after a message */
int generic_choose(struct generic *g, enum probe_view view, const char *value);

/* What follows the definition: [filter] [interval [count]]. 0 or -EINVAL after a message */
int generic_arguments(struct session *s, int first);

/* When the probe is defined: filter, keys, value, plan, schema, view. 0 or -EINVAL after a message */
int generic_prepare(struct session *s);

/* Places of values in the context, once it is known how the probe is attached. function: by fentry and fexit, whose
 * context is the arguments and then the return value, of which there are `nargs`. */
void generic_place(struct generic *g, bool function, unsigned nargs);

/* A number as the argument's type wants it shown; the length */
int generic_value(char *to, size_t size, const struct probe_argument *a, uint64_t value);
/* Frames of a stack, innermost first, with `separator` between them. pid: whose, 0: the kernel's. The length */
int generic_frames(char *to, size_t size, const uint64_t *frames, unsigned n, uint32_t pid, char separator);
/* The stack that the last word of a key of PROBE_STACKS stands for, outermost first */
int generic_folded(char *to, size_t size, const uint64_t *words);

/* Words that argument i takes in a key */
unsigned generic_words(const struct probe_argument *a);

/* The schema of the view */
const struct schema *generic_schema(struct session *s);

/* -l, -v, --args: printed, nothing traced. Exit statuses. pattern: NULL for all */
int generic_list_tracepoints(const char *pattern);
int generic_list_functions(const char *pattern);
int generic_list_user(const char *target);
int generic_show_format(const char *name);
int generic_show_prototype(const char *function);
int generic_show_user_prototypes(const char *target); /* PROGRAM:PATTERN */

extern const struct bpf_recipe generic_bpf;
struct bpf_map;
extern struct bpf_map *generic_stacks; /* of a loaded object; NULL */

/* The recipe's events, which the command line has named; generic_prepare() calls it. */
extern struct ftrace_recipe generic_ftrace;
void generic_ftrace_prepare(const struct session *s);
/* Of a stack that the ftrace form has numbered, PROBE_STACK of them, zeros behind the last; NULL */
const uint64_t *generic_stack_frames(uint32_t number);

#endif
