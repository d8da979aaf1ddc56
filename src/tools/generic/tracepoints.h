/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracepoints.h - one tracepoint, or those that a glob names: then probe.found lists them, g->each has the description
 * of each in the same order, and the number in a row, from 1, says whose record it has. g->probe itself has no fields.
 */
#pragma once

#include "generic.h"

/* Most of them in one run: by BPF each takes two open files, of which a process often may have only 1024 */
#define TRACEPOINTS_MAX 256

/* Looks up CATEGORY:NAME or a glob of it. 0 or -errno after a message */
int tracepoints_find(struct generic *g, const char *name);

/* Are there several? */
bool tracepoints_several(const struct generic *g);

/* The tracepoint of a row */
const struct probe *tracepoints_of(const struct generic *g, const struct probe_row *row);

/* Bytes of a record that a row of any of them keeps */
uint32_t tracepoints_record_size(const struct generic *g);
