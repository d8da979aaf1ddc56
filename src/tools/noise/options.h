/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.h - where and how osnoise and timerlat measure. Letters, and their plain numbers in us, are rtla's. */
#pragma once

#include "session/options.h"
#include "session/session.h"

#include <sched.h>

struct noise_options {
	cpu_set_t cpus; /* noise_check_cpus() fills it in where --cpus did not */
	bool chosen;	/* --cpus */
	bool force;
	bool keeps_latency;		 /* --dma-latency */
	uint64_t dma_latency_us; /* idle states may take this long to leave */
	struct noise_priority {
		int policy;	  /* SCHED_OTHER ... */
		int priority; /* of SCHED_OTHER: nice */
		bool given;
	} priority;
	uint64_t period_ns;
	bool stops; /* a threshold ends the run, and what led to it is printed */
};
extern struct noise_options noise;

int noise_parse_cpus(void *set, const char *text);	  /* "0,2-3" */
int noise_parse_priority(void *to, const char *text); /* "f:95" */
int noise_parse_us(void *ns, const char *text);		  /* "20", "20us", "5ms" */
int noise_parse_length(void *ns, const char *text);	  /* the same without 0 */
int noise_parse_latency(void *options, const char *text);

#define NOISE_TIME(l, n, p, h) OPT_PARSED(l, n, "US", OPT_TO(uint64_t, p), noise_parse_us, h)
#define NOISE_LENGTH(l, n, p, h) OPT_PARSED(l, n, "US", OPT_TO(uint64_t, p), noise_parse_length, h)

#define NOISE_OPTIONS                                                                                               \
	OPT_PARSED('c', "cpus", "LIST", &noise, noise_parse_cpus, "measure these CPUs: 0,2-3"),                         \
		NOISE_LENGTH('p', "period", &noise.period_ns, "one measurement each US microseconds"),                      \
		OPT_PARSED('P', "priority", "POLICY:N", &noise.priority, noise_parse_priority,                              \
				   "o:NICE, r:N, f:N: how measuring threads are scheduled"),                                        \
		OPT_PARSED(0, "dma-latency", "US", &noise, noise_parse_latency, "no idle state that takes longer to leave", \
				   .rare = true),                                                                                   \
		OPT_FLAG(0, "force", &noise.force, "even if no CPU is left to others", .rare = true)

/* What rtla has, and is not here */
#define NOISE_NOTES                                                                    \
	OPT_NOTE('t', "(rtla's trace file): the explanation of a threshold needs none"),   \
		OPT_NOTE('n', "(rtla's nanoseconds): times choose their own unit"),            \
		OPT_NOTE('u', "(rtla's user threads): the measuring threads are a program's"), \
		OPT_WORD("aa-only", "(rtla's): --auto explains without a trace"),              \
		OPT_WORD("house-keeping", "(rtla's): run it under taskset -c LIST, and choose the measured with --cpus")

/*
 * Chooses the CPUs: without --cpus all on which ktally may run. busy: the threads do not sleep, and must leave time to
 * others. 0, or -EINVAL after a message
 */
int noise_check_cpus(bool busy);

/* Keeps CPUs out of deep idle states until the process ends. 0, or -errno with s->why set */
int noise_hold_latency(struct session *s);
