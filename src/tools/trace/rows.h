/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rows.h - what every row passes on its way to the lines, whichever source it comes from: the bounds of the run that
 * are not the kernel's to keep, and what a line says about the line before. Options are in `trace`; the state of a run
 * is here.
 */
#pragma once

#include <ktally/trace.h>
#include <stdbool.h>
#include <stdint.h>

struct session;

/* When the run begins to look: --delay after its command has started */
uint64_t rows_begin_ns(const struct session *s);
/* Is it within the bounds of the run? What is not is in no total either. */
bool rows_in_bounds(const struct session *s, const struct trace_row *row);
/* Shows a row, unless there are as many lines as --max-events wants: then it returns true. */
bool rows_show(struct session *s, const struct trace_row *row);

/* The time that a line has for its row: of one that returns late, in strace's lines, when it returns */
uint64_t rows_time(const struct trace_row *row);
/* Of the row that is shown: the time since that of the row before. 0 for the first */
int64_t rows_since(void);
