/* SPDX-License-Identifier: GPL-2.0-or-later */
/* load.h - a recording of rows, read from its beginning to its end, for the commands report, merge, diff and export. */
#pragma once

#include "base/why.h"
#include "dat/columns.h"
#include "dat/dat.h"

/* The wall clock at a time of CLOCK_MONOTONIC: what to add */
struct load_clock {
	uint64_t at_ns, offset;
};

/* As session/session.h has them */
struct load_losses {
	uint64_t ring, map_full, missed, unmatched, in_flight, oldest_ns;
};

struct loaded {
	struct dat *dat;
	struct columns_reader *columns;
	const char *tool, *noun;			 /* as recorded; the noun is what is counted */
	uint64_t start_ns, end_ns;			 /* CLOCK_MONOTONIC of what was read */
	bool clocked;						 /* it says what time it was: */
	struct load_clock clock, last_clock; /* at its start, and where it was said last */
	uint64_t lost, rows;
	struct load_losses losses;
	char untold[200];
	bool ended;
	uint64_t began_ns;		 /* what the times of its rows are relative to */
	uint64_t elapsed_ns;	 /* of the interval that ended last */
	bool cut;				 /* it did so before its time */
	uint64_t from_ns, to_ns; /* since the start: what to read; to_ns 0: all */
	/* ---- for load.c ---- */
	struct event_reader *meta;
	const void *text;
	struct cursor *cursor;
	bool in_page;
	uint64_t first_ns;
};

/* Opens it. 0, or an exit status after a message */
int load_open(struct loaded *l, const char *path);
void load_close(struct loaded *l);
/* The next row, valid until the next call; of totals those of each interval, with its end as their time, and then NULL:
 * the interval has ended. 1; 0 at the end, or -errno after a message */
int load_next(struct loaded *l, const void **row, uint64_t *time_ns);
/* Gives each() the rows in order; of totals those of each interval, with its end as their time. NULL: the interval has
 * ended. 0, what each() returned, or -errno after a message */
int load_each(struct loaded *l, int (*each)(void *arg, const void *row, uint64_t time_ns), void *arg);
/* Seconds that it covers: at least a nanosecond's */
double load_seconds(const struct loaded *l);
/* "x.dat: ktally opensnoop, host web1, Linux 6.12.117 x86_64, 2026-11-22 06:54:01 +0100, 60.0 s, bpf (tp_btf), lost:
 * nothing". Call it when all was read. */
void load_print(const struct loaded *l);
