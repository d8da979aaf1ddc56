/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * timeline_rows.h - rows of events as objects of the Trace Event Format, for --timeline and for `ktally export
 * --chrome`. It knows rows by their schema alone: a field `latency_ns` makes a slice of a row that has a value there,
 * without it the row is an instant; schema->track and schema->label say where it goes and what it is called.
 *
 * Times are of CLOCK_MONOTONIC, as time_ns in --json. An object is a line, and a comma begins all but the first.
 */
#pragma once

#include "base/schema.h"

struct timeline_rows;

/* tool: its name, trusted or not; it must stay. on_bpf: as json_members() has it. NULL without memory */
struct timeline_rows *timeline_rows_new(const struct schema *schema, const char *tool, bool on_bpf);
void timeline_rows_free(struct timeline_rows *t);
/* Writes a row through json_text.h, after what names its process and thread if that is new. 0 or -ENOMEM */
int timeline_row(struct timeline_rows *t, const void *row);
