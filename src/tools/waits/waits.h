/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waits.h - what offcpu, wakeup and offwake have in common: one BPF object (bpf/waits.bpf.c), options, rows, and the
 * order in which the stacks of two threads stand in one folded text.
 */
#pragma once

#include "tools/stacks/stacks.h"

#include <ktally/waits.h>

struct waits_options {
	uint64_t min_ns, max_ns; /* of a wait; max 0: any */
	uint32_t states;		 /* bits of TASK_*; 0: all */
	bool running;			 /* with threads that could have run */
	bool waiting;			 /* with waits that had not ended */
};
extern struct waits_options waits;

#define WAITS_OPTIONS                                                                                     \
	OPT_PARSED('m', "min", "TIME", &waits.min_ns, waits_parse_time,                                       \
			   "only waits of so long; a plain number is us (1)"),                                        \
		OPT_PARSED('M', "max", "TIME", &waits.max_ns, waits_parse_time, "only waits of at most so long"), \
		OPT_PARSED(0, "state", "STATES", &waits, waits_parse_states, "only waits in states of ps: S, D, R, T, t or P")
int waits_parse_time(void *to, const char *text);
int waits_parse_states(void *to, const char *text);

struct waits_row {
	struct waits_key key;
	struct waits_total total;
};

#define WAITS_COUNTERS                                                                       \
	FIELD_AS("count", struct waits_row, total.count, FIELD_U64, 0, 9),                       \
		FIELD_AS("total_ns", struct waits_row, total.ns, FIELD_NS, 0, 10, .title = "TOTAL"), \
		FIELD_AS("max_ns", struct waits_row, total.max_ns, FIELD_NS, FIELD_MAX, 9, .title = "MAX")
int waits_compare(const void *a, const void *b);
#define WAITS_SCHEMA(array)                                                                               \
	{                                                                                                     \
		SCHEMA_FIELDS(array), .key_size = sizeof(struct waits_key), .row_size = sizeof(struct waits_row), \
							  .compare = waits_compare                                                    \
	}

/* Where a thread waits: for those that have its stack */
#define WAITS_FUNCTION \
	FIELD_MADE("func", waits_function, FIELD_KEY | FIELD_HIDDEN | FIELD_SELF, 0, .known = waits_function_known)
int waits_function(char *to, size_t size, const struct field *f, const void *row);
bool waits_function_known(const struct field *f, const void *row);

/* Formats of FIELD_STACK: the waker behind the stack of who waited, or what was woken behind the waker's stack */
int waits_waker(char *to, size_t size, const struct field *f, const void *row);
int waits_woken(char *to, size_t size, const struct field *f, const void *row);

/* "S"; "?" of states that ps does not know */
const char *waits_state(uint32_t state);

/* --timeline of offcpu: a struct wait_row each */
extern const struct schema waits_timeline;
void waits_row(struct session *s, const void *row, size_t size);
void waits_rows_known(struct session *s);
void waits_rows_free(void);

extern enum waits_mode waits_mode; /* set by the tool's prepare() */
int waits_prepare(struct session *s, struct field *fields, enum waits_mode mode);
extern const struct bpf_recipe waits_bpf;
extern const struct perf_recipe waits_perf;

/* The members that the three tools' tables have in common */
#define WAITS_TOOL(takes_)                                                                                   \
	.unit = "waits",                                                                                         \
	.takes = TAKES_TASK | TAKES_TIMESTAMP | TAKES_DURATION | TAKES_INTERVAL | TAKES_COMMAND | TAKES_STACKS | \
			 TAKES_NAMES | TAKES_BUFFER | (takes_),                                                          \
	.view = VIEW_STACKS, .note = stacks_note, .bpf = &waits_bpf, .perf = &waits_perf
