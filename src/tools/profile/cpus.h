/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cpus.h - the event that profile samples by BPF, open on each CPU. */
#pragma once

#include "event.h"

#define PROFILE_CPUS 4096

extern struct profile_cpus {
	int fds[PROFILE_CPUS]; /* by CPU, kept for their counts; -1: offline, or not asked for */
	int n;				   /* 0: none is open */
	const struct profile_event *event;
} profile_cpus;

/* On each CPU that is online, or on --cpu alone; -errno if it is open on none. */
int profile_cpus_open(const struct profile_event *e);
void profile_cpus_close(void);

/*
 * Adds to *skipped how many samples were due that no program ran for. The kernel runs no program of a perf event while
 * the CPU runs one of a kprobe or a classic tracepoint (bpf_prog_active), and counts this nowhere; the event's own
 * count shows it, where it has a fixed `period`. runs: an array by CPU, whose first value counts the program's runs.
 * Returns false if a count could not be read.
 */
bool profile_cpus_skipped(int runs, uint64_t period, uint64_t *skipped);
