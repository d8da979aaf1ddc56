/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mapping_events.h - programs as they start, and the code that they map, of all processes, as the kernel records it
 * (perf_event_open(2), PERF_RECORD_MMAP2): of a process that has ended /proc says nothing.
 */
#ifndef KTALLY_MAPPING_EVENTS_H
#define KTALLY_MAPPING_EVENTS_H

#include "mappings.h"

/* Each may be NULL; processes, not threads */
struct mapping_events {
	void (*exec)(uint32_t pid);
	void (*fork)(uint32_t pid, uint32_t parent);
	void (*map)(uint32_t pid, const struct mapping *m); /* the path is the reader's */
	void (*lost)(void);									/* some of the others, of any process */
};

/* From now on; 0 or -errno. Needs CAP_PERFMON. A quarter of a megabyte for each CPU */
int mapping_events_open(void);

/* What has been recorded since, in order of time. Records that found no room are lost, and so are names. */
void mapping_events_read(const struct mapping_events *to);
void mapping_events_close(void);

#endif
