/* SPDX-License-Identifier: GPL-2.0-or-later */
/* key.h - histograms of block I/O by process, disk and type: options, columns, order, and the ftrace form of the key.
 */
#pragma once

#include "base/hist.h"
#include "session/tool.h"

#include <ktally/block.h>

struct block_hist {
	struct block_key key;
	struct hist hist;
};

/* -P, -D, -F; to be put into the tool's table. by: a struct block_wish */
#define BLOCK_KEY_OPTIONS(by)                                                    \
	OPT_FLAG('P', "by-process", &(by)->process, "a histogram for each process"), \
		OPT_FLAG('D', "by-disk", &(by)->disk, "a histogram for each disk"),      \
		OPT_FLAG('F', "by-type", &(by)->type, "a histogram for each operation and set of flags")

struct block_wish {
	bool process, disk, type;
};

/* The columns of the key, to be put first into the tool's table of fields; block_key_show() shows those asked for */
#define BLOCK_KEY_FIELDS                                                                                              \
	FIELD_AS("comm", struct block_hist, key.comm, FIELD_CHARS, FIELD_KEY | FIELD_OFF | FIELD_TASK, -16),              \
		FIELD_AS("pid", struct block_hist, key.pid, FIELD_U32, FIELD_KEY | FIELD_OFF | FIELD_TASK, -7),               \
		FIELD_MADE_OF("dev", struct block_hist, key.dev, disk_number_field, FIELD_KEY | FIELD_HIDDEN | FIELD_OFF, 0), \
		FIELD_MADE_OF("disk", struct block_hist, key.dev, disk_field, FIELD_KEY | FIELD_OFF, -8,                      \
					  .known = disk_has_name),                                                                        \
		FIELD_MADE_OF("type", struct block_hist, key.type, io_type_field, FIELD_KEY | FIELD_OFF, -6)
void block_key_show(struct field *fields, const struct block_wish *by);

/* Order of rows: the largest sum (of time, of bytes) last with -P, otherwise by disk and type */
int block_key_compare(const void *a, const void *b);

/* Fills an opened object's `by`, and makes room: one histogram, or many. 0 or -errno with s->why set */
int block_key_open(struct session *s, const struct block_wish *by, struct block_by *to, bool *single);

struct record;
struct block_io;
/* The key of a request, on ftrace */
struct block_key block_key_of(const struct block_wish *by, const struct record *r, const struct block_io *io);
