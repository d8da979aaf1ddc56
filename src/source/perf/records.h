/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * records.h - what perf's rings hold, in the form in which this source asks for it: each event's sample_type has
 * PERF_COMMON, so every record tells when, where and by whom it was made, and a sample of which event it is. Pure.
 */
#pragma once

#include "sys/perf_ring.h"
#include "sys/unwind.h"

/* These stand before all others in a sample, and alone at the end of every other record. */
#define PERF_COMMON (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU)
/* What an event may have besides */
#define PERF_MORE                                                                                                    \
	(PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER | \
	 PERF_SAMPLE_CGROUP)

extern const struct perf_time_places perf_places;

/* Points into the record. What the event does not have, or what is not there in this sample, is 0. */
struct perf_sample {
	unsigned event; /* of struct perf_wanted, in their order; the caller of perf_parse_sample() knows it */
	uint32_t pid, tid, cpu;
	uint64_t time_ns, period, cgroup;
	const char *comm;		/* the source sets it */
	const uint64_t *kernel; /* innermost first */
	unsigned nkernel;
	const void *raw; /* a tracepoint's record */
	uint32_t raw_size;
	struct unwind_sample user; /* regs NULL: not from a program, or without a stack */
};

/* The identifier of a sample, which says what else is in it. False: the record is none */
bool perf_sample_id(const void *record, size_t size, uint64_t *id);
/* type: the event's sample_type. Records are aligned to 8 bytes. False: damaged */
bool perf_parse_sample(uint64_t type, const void *record, size_t size, struct perf_sample *to);

/* Every other record */
struct perf_event_told {
	uint32_t type; /* PERF_RECORD_FORK, _COMM, _SWITCH_CPU_WIDE, _LOST, _THROTTLE; 0: nothing of interest */
	uint32_t pid, tid;
	uint32_t parent, parent_tid; /* _FORK: who made it */
	uint64_t time_ns, lost;
	bool out, exec;	  /* _SWITCH: leaves the CPU; _COMM: the name of a program that begins */
	const char *comm; /* with a NUL */
};
bool perf_parse_told(const void *record, size_t size, struct perf_event_told *to);
