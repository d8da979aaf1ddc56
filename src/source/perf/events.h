/* SPDX-License-Identifier: GPL-2.0-or-later */
/* events.h - opens the events of a session, on each CPU, with one ring for all of that CPU. */
#pragma once

#include "perf.h"

#define PERF_EVENTS 4 /* of a tool */

struct event_reader;

struct perf_events {
	int ncpus;
	struct perf_ring *rings; /* each belongs to an event that counts nothing: it tells of forks, names and switches */
	struct opened {
		int fd;
		uint64_t id;
		unsigned event;
	} * list; /* in order of their ids */
	size_t n;
	unsigned nevents;
	uint64_t types[PERF_EVENTS];			   /* sample_type */
	bool all_tasks[PERF_EVENTS];			   /* struct perf_wanted */
	struct event_reader *formats[PERF_EVENTS]; /* of tracepoints; else NULL */
	int ready;								   /* an epoll of all rings; -1: none */
	bool counts_lost;						   /* read() tells what was lost (6.0) */
};

/* Both 0, or -errno with s->why set. switches: records of all context switches too */
int perf_events_open(struct session *s, struct perf_events *e, bool switches, size_t room);
int perf_events_add(struct session *s, struct perf_events *e, const struct perf_wanted *w);
void perf_events_close(struct perf_events *e);

/* Starts the tool's events, or those that only tell; 0 or -errno */
int perf_events_enable(const struct perf_events *e);
int perf_events_tell(const struct perf_events *e);
void perf_events_disable(const struct perf_events *e);
/* Which event; -1: unknown */
int perf_events_find(const struct perf_events *e, uint64_t id);
/* What found no room so far, as far as the kernel counts it for each event */
uint64_t perf_events_lost(const struct perf_events *e);

/* Finds out why perf_event_open() has failed with err, and the remedy, into s->why. Returns err */
int perf_refused(struct session *s, const char *event, int err);
