/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/hist.h"
#include "session/tool.h"

/* Until when a latency lasts: each of them begins when the timer was to expire. */
enum timerlat_until {
	TIMERLAT_IRQ,	 /* its handler runs */
	TIMERLAT_THREAD, /* the thread gets the CPU */
	TIMERLAT_USER,	 /* the program goes on */
	TIMERLAT_UNTILS,
};

struct timerlat_options {
	uint64_t stop_irq_ns, stop_thread_ns; /* 0: never */
	uint64_t stack_ns;					  /* where the IRQ latency is this long, its explanation has a stack */
	uint64_t auto_ns;
	bool stack; /* stack_ns was given; it may be 0 */
	bool histograms;
};
extern struct timerlat_options timerlat;

struct timerlat_key {
	uint32_t cpu;
	uint32_t until; /* enum timerlat_until */
};
struct timerlat_row {
	struct timerlat_key key;
	struct hist hist;
};

struct noise_stop;
struct noise_thread;
void timerlat_measure(struct noise_thread *t);
void timerlat_explain(FILE *out, const struct noise_stop *stop);
void timerlat_stop_json(const struct noise_stop *stop); /* adds members */

extern const struct bpf_recipe timerlat_bpf;
extern const struct ftrace_recipe timerlat_ftrace;
