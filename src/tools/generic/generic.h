/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * generic.h - what tpoint, kprobe and uprobe share: one probe, what is to become of its events, and how both backends
 * and the schema are told.
 */
#ifndef KTALLY_GENERIC_H
#define KTALLY_GENERIC_H

#include "probe/probe.h"
#include "session/tool.h"

struct bpf_map;

struct generic {
	struct probe probe;
	struct probe_plan plan;
	enum probe_view view;
	bool latency;		   /* PROBE_HIST of the time from entry to return */
	const char *key_names; /* "comm,pid"; NULL: none */
	const char *value_name;
	bool stacks;						   /* with each row (-s) */
	bool stack_view;					   /* --stacks */
	unsigned keys[PROBE_KEY_WORDS], nkeys; /* which of the probe's arguments */
	unsigned key_words;					   /* of 8 bytes, the sign's and the stacks' included */
	uint64_t top, max_keys;
	struct bpf_map *stack_map; /* of --stacks, in the loaded object; NULL: ftrace_stacks.h numbers them */
};

/* Of a session whose tool has called generic_prepare() */
static inline struct generic *generic_of(const struct session *s)
{
	return s->tool_state;
}

/* The options of the views, in each of the three tools' tables. g: the tool's own struct generic */
#define GENERIC_OPTIONS(g)                                                                                    \
	OPT_MAYBE(0, "count", "KEY,...", &(g), generic_count, "count in the kernel, by these keys (or by none)"), \
		OPT_PARSED(0, "sum", "VALUE", &(g), generic_sum, "sum a value in the kernel"),                        \
		OPT_PARSED(0, "hist", "VALUE", &(g), generic_hist, "histogram of a value, made in the kernel"),       \
		OPT_PARSED(0, "heatmap", "VALUE", &(g), generic_heatmap, "the same, one line an interval"),           \
		OPT_FLAG(0, "stacks", &(g).stack_view, "count by stack in the kernel; folded, for flame graphs"),     \
		OPT_TEXT(0, "by", "KEY,...", &(g).key_names,                                                          \
				 "keys of --sum, --hist and --latency: comm, pid, cpu,\n"                                     \
				 "tid, uid, func, and every argument's name"),                                                \
		OPT_DURATION('i', "interval", "TIME", &settings.interval_ns, "a report each TIME"),                   \
		OPT_NUMBER(0, "top", "N", &(g).top, 1, 1000000, "only the N keys with most events"),                  \
		OPT_NUMBER(0, "max-keys", "N", &(g).max_keys, 1, 1 << 20,                                             \
				   "room for N keys (16384; comm 4096; histograms 1024)")

/* The members that the three tools' tables have in common */
#define GENERIC_TOOL                                                                                         \
	.unit = "events", .takes = TAKES_TASK | TAKES_DURATION | TAKES_TIMESTAMP | TAKES_COMMAND | TAKES_BUFFER, \
	.max_args = 4, .view = VIEW_EVENTS, .bpf = &generic_bpf, .ftrace = &generic_ftrace
int generic_count(void *to, const char *text);
int generic_sum(void *to, const char *text);
int generic_hist(void *to, const char *text);
int generic_heatmap(void *to, const char *text);

/* Reads the definition, the filter and the options into *g, whose target is set, and makes the session ready for it; *g
 * lasts as long as the session. 0 or -EINVAL after a message */
int generic_prepare(struct session *s, struct generic *g);

/* Keys, value, rows: all of g->plan but the places of values. 0 or -EINVAL after a message */
int generic_plan(struct generic *g);

/* Places of values in the context, once it is known how the probe is attached. function: by fentry and fexit, whose
 * context is the arguments and then the return value, of which there are `nargs`. */
void generic_place(struct generic *g, bool function, unsigned nargs);

/* Frames of a stack, innermost first, with `separator` between them. pid: whose, 0: the kernel's. The length */
int generic_frames(const struct generic *g, char *to, size_t size, const uint64_t *frames, unsigned n, uint32_t pid,
				   char separator);
/* The stack that the last word of a key of PROBE_STACKS stands for, outermost first */
int generic_folded(const struct generic *g, char *to, size_t size, const uint64_t *words);

/* Words that argument i takes in a key */
unsigned generic_words(const struct probe_argument *a);

/* Is there an argument from there? One of that kind? */
bool generic_takes(const struct probe *p, enum probe_from from);
bool generic_fetches(const struct probe *p, enum probe_base base);

/* The schema of the view; static memory, and there is one */
const struct schema *generic_schema(const struct generic *g);

/* -l, -v, --args: printed, nothing traced. Exit statuses. pattern: NULL for all */
int generic_list_tracepoints(const char *pattern);
int generic_list_functions(const char *pattern);
int generic_list_user(const char *target);
int generic_show_format(const char *name);
int generic_show_prototype(const char *function);
int generic_show_user_prototypes(const char *target); /* PROGRAM:PATTERN */

/* Calls that the kernel let pass: of a link's descriptor, which stays with the caller; then their number */
int generic_missed_watch(int fd, bool is_return); /* 0 or -ENOMEM */
uint64_t generic_missed(void);

extern const struct bpf_recipe generic_bpf;

extern struct ftrace_recipe generic_ftrace;
/* Of a stack that the ftrace form has numbered, PROBE_STACK of them, zeros behind the last; NULL */
const uint64_t *generic_stack_frames(uint32_t number);

#endif
