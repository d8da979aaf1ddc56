/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * generic.h - what kprobe, tpoint and uprobe share: one probe, and what becomes of its events. Each of the three has a
 * static struct generic that its options fill; from prepare() on the session has it.
 */
#pragma once

#include "probe/probe.h"
#include "session/tool.h"

/* Most functions of a pattern where each is probed by itself */
#define GENERIC_SINGLE_MAX 512

struct generic {
	struct probe probe;
	struct probe *each; /* tracepoints.h: those of a glob; NULL: one probe */
	size_t neach;
	struct generic *places; /* places.h: one for each of probe.found; NULL: this one is for all */
	struct probe_plan plan;
	enum probe_view view;
	bool latency;		   /* PROBE_HIST of the time from entry to return */
	const char *key_names; /* "comm,pid"; NULL: none */
	const char *value_name;
	bool stacks;						   /* with each row (-s) */
	bool stack_view;					   /* --stacks */
	unsigned keys[PROBE_KEY_WORDS], nkeys; /* arguments of the probe, by number */
	unsigned key_words;					   /* of 8 bytes, those of the sign and the stacks among them */
	uint64_t top, max_keys;
	bool reads_strings; /* to which fields of a tracepoint point: BPF can, ftrace cannot */
};

/* For a session whose tool has called generic_prepare() */
static inline struct generic *generic_of(const struct session *s)
{
	return s->tool_state;
}

/* Options of views: to is the tool's own struct generic. 0 or -EINVAL after a message */
int generic_count(void *to, const char *keys);
int generic_sum(void *to, const char *value);
int generic_hist(void *to, const char *value);
int generic_heatmap(void *to, const char *value);

/* The options of the views, in each of the three tools' tables. g: the tool's own struct generic */
#define GENERIC_OPTIONS(g)                                                                                       \
	OPT_MAYBE(0, "count", "KEY,...", &(g), generic_count, "count in the kernel, by these keys (or by none)",     \
			  .elsewhere = 'A'),                                                                                 \
		OPT_PARSED(0, "sum", "VALUE", &(g), generic_sum, "sum a value in the kernel"),                           \
		OPT_PARSED(0, "hist", "VALUE", &(g), generic_hist, "histogram of a value, made in the kernel"),          \
		OPT_PARSED(0, "heatmap", "VALUE", &(g), generic_heatmap, "the same, one line an interval"),              \
		OPT_FLAG(0, "stacks", &(g).stack_view, "count by stack in the kernel; folded, for flame graphs"),        \
		OPT_TEXT(0, "by", "KEY,...", &(g).key_names, "their keys: comm, pid, cpu, tid, uid, func, an argument"), \
		OPT_DURATION('i', "interval", "TIME", &settings.interval_ns, "a report each TIME"),                      \
		OPT_NUMBER(0, "top", "N", &(g).top, 1, 1000000, "only the N keys with most events"),                     \
		OPT_NUMBER(0, "max-keys", "N", &(g).max_keys, 1, 1 << 20,                                                \
				   "room for N keys (16384; comm 4096; histograms 1024)", .rare = true),                         \
		OPT_NOTE('e', "(bpftrace's program): a probe and a filter are arguments here; see --help"),              \
		OPT_NOTE('I', "(bcc's header files): types are known without them"),                                     \
		OPT_NOTE('M', "(bcc's number of events): | head -n N ends the run"),                                     \
		OPT_NOTE('t', "(bcc's time): each row has one")

/* The members that the three tools' tables have in common */
#define GENERIC_TOOL                                                                                                  \
	.unit = "events",                                                                                                 \
	.takes = TAKES_TASK | TAKES_RANGE | TAKES_TABLE | TAKES_STACKS | TAKES_NAMES | TAKES_DURATION | TAKES_TIMESTAMP | \
			 TAKES_COMMAND | TAKES_BUFFER | TAKES_TIMELINE,                                                           \
	.max_args = 4, .view = VIEW_EVENTS, .bpf = &generic_bpf, .ftrace = &generic_ftrace

extern const struct bpf_recipe generic_bpf;
extern struct ftrace_recipe generic_ftrace; /* open() adjusts it to the probe */

/* A tool's boot(): of kprobe and tpoint */
void generic_boot(const struct session *s, struct boot_config *b);

/* Reads the definition, the filter and the options into *g, whose target is set, and makes the session ready for it; *g
 * lasts as long as the session. 0 or -EINVAL after a message */
int generic_prepare(struct session *s, struct generic *g);
