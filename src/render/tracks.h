/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracks.h - the numbers of processes and threads that a timeline's events have. A viewer wants one number for each
 * thread in the file, so what is no thread (a disk, a second lane, a thread of another host) gets one that is free.
 */
#pragma once

#include "lanes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACKS_NUMBERS (1U << 22) /* those of processes are below (the kernel's PID_MAX_LIMIT) */
#define TRACKS_FREE UINT32_MAX

struct tracks;

struct process {
	uint64_t key; /* equal for the same process */
	uint32_t number;
	uint64_t named; /* a hash of the name that was told; 0: none */
};

struct lane {
	uint32_t number; /* of the thread that it is in the file */
	uint64_t named;
};

struct track {
	struct process *process;
	uint64_t key;
	struct lanes lanes;
	struct lane *list; /* the first one always is; numbers are given when they are needed */
	uint32_t n;
};

/* threads: there are real ones, whose numbers are not free */
struct tracks *tracks_new(bool threads);
void tracks_free(struct tracks *t);
/* wanted: the number that it is to have; TRACKS_FREE, or one that cannot be a thread's: a free one. NULL without memory
 */
struct process *tracks_process(struct tracks *t, uint64_t key, uint32_t wanted);
struct track *tracks_track(struct tracks *t, struct process *p, uint64_t key, uint32_t wanted);
/* That of a slice; the numbers of further lanes are free ones. NULL without memory */
struct lane *tracks_lane(struct tracks *t, struct track *track, uint64_t start, uint64_t end);
/* Equal for equal texts; never 0 */
uint64_t tracks_hash(const char *text, size_t n);
