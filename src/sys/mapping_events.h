/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mapping_events.h - reports the programs that start, and what they map, in all processes. The kernel
 * records them (perf_event_open(2), PERF_RECORD_MMAP2). /proc knows nothing of a process that has ended.
 */
#pragma once

#include "mappings.h"

/* Each may be NULL. The numbers are processes, not threads. */
struct mapping_events {
	void (*exec)(uint32_t pid);
	void (*fork)(uint32_t pid, uint32_t parent);
	void (*map)(uint32_t pid, const struct mapping *m); /* m is valid during the call */
	void (*lost)(void);									/* some events of any processes were lost */
};

/* Starts recording, with 256 KiB for each CPU; data: mappings of no code too. Needs CAP_PERFMON. 0, or -errno if it
 * works on no CPU */
int mapping_events_open(bool data);

/* Reports the new records in order of time. Records that found no room are lost, and the names with them. */
void mapping_events_read(const struct mapping_events *to);
void mapping_events_close(void);
