/* SPDX-License-Identifier: GPL-2.0-or-later */
/* event.h - what profile can sample: the kernel's own events, by the names that perf has for them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct perf_event_attr;

struct profile_event {
	const char *name;
	uint32_t type;
	uint64_t config;
	bool single; /* each one is a sample, unless a period is asked for: page faults and the like */
};

/* NULL after a message: there is no such event */
const struct profile_event *profile_event_parse(const char *text);
/* The processor's cycles, and the clock that stands in for them */
extern const struct profile_event profile_cycles, profile_clock;

/* An open descriptor of the event on one CPU, not counting yet; or -errno. One of frequency (Hz) and period is not 0.
 */
int profile_event_open(const struct profile_event *e, int cpu, uint64_t frequency, uint64_t period);
