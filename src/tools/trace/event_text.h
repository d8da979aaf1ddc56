/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * event_text.h - rows of events and of page faults, as texts: the name, and then pairs of a field and its value. A
 * NUL ends each. So a recording needs neither the kernel that had the event nor the process that had the fault.
 * Values are printed as they are: what is untrusted in them was quoted when the row was made.
 */
#pragma once

#include "calls/out.h"

#include <ktally/trace.h>
#include <stdbool.h>
#include <stddef.h>

struct probe;
struct tep_format_field;

/* Does BPF get this field? */
bool event_has_field(const struct probe *event, const struct tep_format_field *f);

/* The row with its texts in the place of the kernel's record; what else follows stays. NULL: it makes no sense. Static
 * memory, valid until the next call */
const struct trace_row *event_row(const struct trace_row *row, const struct probe *event);
/* The same of texts that are made already */
const struct trace_row *event_row_of(const struct trace_row *row, const struct text_out *texts);

/* Is a row of a file such a row? */
bool event_valid(const struct trace_row *row);

/* "sched:sched_switch"; "" in a row that is not valid */
const char *event_name(const struct trace_row *row);
/* The value of a field, or "" */
const char *event_value(const struct trace_row *row, const char *field);
/* sched:sched_switch(prev_comm="ls", ...); `between` is what stands between a field and its value. The length */
int event_line(char *to, size_t size, const struct trace_row *row, const char *between);
/* The pairs, each with its NUL */
int event_pairs(char *to, size_t size, const struct trace_row *row);
