/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * threads.h - a measuring thread on each chosen CPU. They need their programs attached (bpf.h): these tell each thread
 * that they know it. The process gives up its privileges with all threads together (confine()); only then they measure.
 */
#pragma once

#include "base/hist.h"
#include "session/session.h"

#include <ktally/noise.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NOISE_HISTS = 3 };

/* What a thread has measured so far. It alone writes, and all of it only grows; others read whenever they like. */
struct noise_measured {
	uint64_t gaps;	   /* or, of timerlat, wake-ups */
	uint64_t hardware; /* gaps in which no program saw anything */
	uint64_t hardware_ns, hardware_max_ns;
	uint64_t runtime_ns, noise_ns, max_noise_ns, max_single_ns;
	uint64_t unexplained_ns; /* of gaps with an interruption */
	uint64_t overruns;		 /* periods without a measurement, because the one before took too long */
	uint64_t missed;		 /* expiries at which no program ran */
	struct hist hists[NOISE_HISTS];
};

struct noise_thread {
	int cpu;
	struct noise_cpu *shared;
	struct noise_measured measured;
	pthread_t thread;
	void (*measure)(struct noise_thread *t); /* until noise_ends() */
	bool ordinary;							 /* no real-time priority */
	bool gone;								 /* the CPU went away, and the thread stopped measuring */
	bool told;								 /* that it did */
	int err;								 /* why it could not begin; 0: it measures */
	const char *failed;						 /* what failed then */
};

/* The one that met a threshold first, and what it met */
struct noise_stop {
	int cpu;
	const char *what; /* "gap", "thread latency" */
	uint64_t from_ns, to_ns, limit_ns;
	uint64_t noise_ns; /* of a period: so much of that time was noise; 0: all of it */
	uint64_t at_ns;	   /* of timerlat: when the thread ran */
	struct noise_cpu record;
};

/* Starts all threads, and waits until each is ready. cpus: records by CPU. 0, or -errno with s->why set */
int noise_threads_start(struct session *s, struct noise_cpu *cpus, void (*measure)(struct noise_thread *t));
void noise_threads_go(void);   /* they measure from now on; further calls do nothing */
void noise_threads_stop(void); /* what they measured stays */
void noise_threads_free(void);
void noise_tell_gone(void); /* a message for each thread that has left its CPU */

struct noise_thread *noise_threads(size_t *n);

/* For a thread: is it to end? Also where it had to leave its CPU, which was switched off or taken
 * from its cpuset */
bool noise_ends_here(struct noise_thread *t);
bool noise_ends(void); /* the same at any moment, without a look at the CPU */
/* The host's CLOCK_MONOTONIC, as programs read it: this process may have a time namespace */
uint64_t noise_clock(void);
/* Sleeps until then; false: it was over already */
bool noise_sleep(uint64_t host_ns);
/* The same in pieces, for long times: it ends soon after noise_ends() */
void noise_pause(uint64_t host_ns);
/* For a thread that met a threshold: keeps what led to it and ends the run. Only the first call counts. */
void noise_stop(const struct noise_thread *t, struct noise_stop stop);
/* The same without threads: for a measurement of the kernel's, with what led to it */
void noise_stop_at(int cpu, const struct noise_cpu *record, struct noise_stop stop);
/* What they kept; NULL: nothing */
const struct noise_stop *noise_stopped(void);
/* Ends the run if a threshold was met */
void noise_end_stopped(struct session *s);
