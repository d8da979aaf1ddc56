/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ftrace_values.h - records of ftrace to values, keys, rows and totals, laid out as bpf/probe.bpf.c does. */
#pragma once

#include "probe/evaluate.h"
#include "source/ftrace/stream.h"
#include "generic.h"

/* All arguments of a record */
void generic_read_event(const struct probe *p, struct probe_event *to, const struct record *r);

/* *key is cleared before. The number of words that are filled in */
unsigned generic_make_key(const struct generic *g, struct probe_key *key, const struct probe_event *event);

/* All of a row but its stacks */
void generic_make_row(const struct generic *g, struct probe_row *row, const struct probe_event *event,
					  const struct record *r);

/* Adds to the total of the key. at: words of the key that are filled in */
void generic_count_event(struct session *s, struct probe_key *key, unsigned at, uint64_t value);
