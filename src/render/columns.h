/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * columns.h - which columns a table has, and how wide they are. Pure.
 *
 * Where a terminal has no room for all of them, texts become narrower, the widest first, down to field->least. If that
 * is not enough, columns are left out, those with the lowest field->spare first: never one that has none, so that the
 * numbers stay that the tool is run for. Text of any length at the end of a row needs only COLUMNS_REST.
 */
#pragma once

#include "session/session.h"

#define COLUMNS_MAX 32
#define COLUMNS_REST 16 /* the last column, of any length, should have as many */

struct column {
	const struct field *field;
	int width;	   /* negative: left-aligned; 0: as long as it is */
	bool last;	   /* nothing is to the right of it */
	bool narrowed; /* the text may be longer than the column: it is cut */
	/* only while columns are chosen */
	bool left_out, tried;
};

struct columns {
	struct column list[COLUMNS_MAX];
	size_t n;
	char left_out[256]; /* "BLOCK, DISK"; empty: none */
};

/* The columns of this run, in lines of `room` columns; 0: as many as it takes. FIELD_LINES are none. */
void columns_fit(struct columns *c, const struct session *s, int room);

/* Does the column take text of any length, that goes on in the next line? */
bool column_goes_on(const struct column *c);

/* The heading. Returns its length, at most size - 1 */
size_t column_title(char *to, size_t size, const struct field *f);
