/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf_file.h - a perf.data that is written from its beginning to its end: samples of tracepoints and names of tasks,
 * in any order, since perf sorts by time. What makes the file a perf.data comes last.
 */
#pragma once

#include "dat/bytes.h"
#include "outfile.h"

#include <stdbool.h>

#define PERF_EVENTS 4

struct perf_file {
	struct outfile out;
	unsigned nevents;
};

/* Nobody's: pid and tid -1 */
struct perf_where {
	uint64_t time_ns;
	uint32_t pid, tid, cpu;
};

/* What the file says of itself. Texts may be NULL: not known */
struct perf_about {
	const struct bytes *formats; /* head_formats() (dat/head.h) of its events */
	const char *host, *release, *version, *machine, *command;
	uint64_t monotonic_ns, wall_ns; /* at one moment; 0: not known */
};

/* Makes the file; ids: those in the events' formats. 0 or -errno */
int perf_begin(struct perf_file *f, const char *path, const uint16_t *ids, unsigned nevents);
/* raw: the event's record. False: it is too long for a perf.data, and left out */
bool perf_sample(struct perf_file *f, unsigned event, const struct perf_where *where, const void *raw, size_t n);
/* From this time on the thread has this name; time 0: from the beginning on */
void perf_comm(struct perf_file *f, const struct perf_where *where, const char *name, size_t n);
void perf_lost(struct perf_file *f, const struct perf_where *where, uint64_t lost);
/* 0, or the first error */
int perf_end(struct perf_file *f, const struct perf_about *about);
