/* SPDX-License-Identifier: GPL-2.0-or-later */
/* summary.h - the table of -s and -S: totals by call and thread. */
#pragma once

#include "base/schema.h"

#include <ktally/trace.h>

struct session;
struct tally;

extern const struct schema summary_schema;

/* Counts a call that has returned. False without memory */
bool summary_add(struct tally *totals, const struct trace_row *row);
/* -S: prints the totals behind the lines of the run */
void summary_print(const struct session *s, const struct tally *totals);
