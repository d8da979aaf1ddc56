/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * merge.h - several recordings of rows become one: its inputs, and what it writes. Only for merge*.c.
 *
 * Every input is read twice, because its end says how its clocks ran. Times in the result are those of the first
 * input's CLOCK_MONOTONIC. A field `host` says where a row is from; of totals it is part of the key if they are kept
 * apart, and is not there if they add up.
 */
#pragma once

#include "base/schema.h"
#include "load.h"

#define MERGE_INPUTS 1024
#define MERGE_HOST 64

struct merge_input {
	const char *path;
	char host[MERGE_HOST];
	struct loaded l;
	struct load_clock first, last; /* of the wall clock */
	uint64_t began_ns;			   /* as it was recorded */
	/* the row that comes next; NULL: an interval has ended */
	const void *row;
	uint64_t time_ns; /* as it will be written */
	bool more;
};

struct merge {
	struct merge_input *inputs;
	size_t n;
	bool apart; /* totals of each host */
	/* ---- rows as they are written ---- */
	struct schema schema;
	struct field *fields;
	const struct merge_input *from; /* of the row that is being written */
	bool hosted;					/* the inputs are merged ones: they have the field `host` */
};

/* ---- merge_clock.c ---- */

/* A time of an input in the result */
uint64_t merge_time(const struct merge *m, const struct merge_input *in, uint64_t time_ns);

/* ---- merge_schema.c ---- */

/* 0, or an exit status after a message: the inputs are of different tools, options or machines */
int merge_check(const struct merge *m);
/* Makes m->schema of that of the first input. 0 or -ENOMEM */
int merge_schema(struct merge *m);
/* The row that is next in an input, at its new time. Static memory; NULL without memory */
const void *merge_row(struct merge *m, const struct merge_input *in);

/* ---- merge_write.c ---- */

/* 0, or an exit status after a message */
int merge_write(struct merge *m, const char *path);
