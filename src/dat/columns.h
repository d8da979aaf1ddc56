/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * columns.h - rows of a schema as events of a recording, and back. What a row's fields are goes into the recording too
 * (lines of dat/meta.h), so another version of ktally on another machine prints the same, without the tool's code: a
 * text that the tool makes (a function's name, a disk's) is recorded as it was made. Pure.
 *
 *	rows=ktally/iolatency_total    the event; of totals its name ends with _total
 *	noun=I/O                       what is counted
 *	begins=1                       of events: their time is when they began
 *	track=disk dev  label=type bytes    of events on a timeline (base/schema.h)
 *	unit=0  edges=1 2 4  apart=no data  render=0 1 0 10  top_of=tid
 *	field=KIND FLAGS SIZE WIDTH<tab>NAME<tab>TITLE     each field that was asked for, in order
 *
 * A row of events has the column time_ns. Rows of totals are what an interval counted; the line interval=... follows.
 */
#pragma once

#include "base/schema.h"
#include "base/why.h"
#include "event.h"

#define COLUMNS_ID 65001
#define COLUMNS_MAX 48

/* ---- writing ---- */

struct columns {
	const struct schema *schema;
	struct event event;
	struct column {
		const struct field *field;
		size_t first; /* of the event's fields: one, two or three */
	} list[COLUMNS_MAX];
	size_t n;
	struct event_record record;
};

/* Chooses the columns: the fields that were asked for. 0, or -E2BIG: there are too many */
int columns_choose(struct columns *c, const struct schema *schema, const char *tool);
/* Gives add() the lines that say what they are. 0, or what it returned */
int columns_describe(const struct columns *c, int (*add)(void *arg, const char *text, size_t n), void *arg);
/* Makes c->record of a row. rank: of totals, its place among those of its interval. False: a text had to be cut */
bool columns_record(struct columns *c, const void *row, uint64_t rank);

/* How columns become fields of an event: the first ones, and those of one column */
void columns_begin(struct event *e, bool total);
bool columns_add(struct event *e, const char *name, enum field_kind kind);

/* ---- reading ---- */

struct dat;
struct columns_reader;

/* Has the recording rows of ktally's own? */
bool columns_in(const struct dat *dat);
/* NULL with *why set */
struct columns_reader *columns_open(const struct dat *dat, struct why *why);
void columns_close(struct columns_reader *r);
/* What columns_row() returns. Its compare() knows one reader at a time, the last that was opened: it puts totals in the
 * order of the interval that they were recorded with last. */
const struct schema *columns_schema(const struct columns_reader *r);
/* From now on totals are of one interval of the recording; or of several, which have no common order: then the most
 * frequent come last. */
void columns_ranked(bool on);
int columns_id(const struct columns_reader *r);
/* Do its rows have a field FIELD_ROW? */
bool columns_have_row(const struct columns_reader *r);
/* Of the row that columns_row() returned last: the bytes of its FIELD_ROW, and the text of one of its fields. NULL:
 * it has none. The bytes may be anything, and at any address. */
const void *columns_raw(const struct columns_reader *r, size_t *size);
const char *columns_text(const struct columns_reader *r, const char *name, size_t *n);
/* The row of a record, valid until the next call. Texts of an event are those of the record; of a total they stay as
 * long as the reader. */
const void *columns_row(struct columns_reader *r, const void *record, size_t size);
/* Adds a row to the totals that have been counted so far. 0 or -ENOMEM */
struct tally;
int columns_total(struct columns_reader *r, struct tally *totals, const void *row);
