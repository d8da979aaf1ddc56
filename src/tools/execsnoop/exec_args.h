/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * exec_args.h - arguments of programs in ftrace records. The kernel's own events do not have them; probes of its
 * functions and events do, as much as such an event may hold. Each ..._add() returns false if the kernel refuses.
 */
#pragma once

#include "source/ftrace/dynamic_event.h"
#include "source/ftrace/stream.h"

#include <ktally/execsnoop.h>

/* The stack of a new program is ready, just before its sched_process_exec */
extern struct dynamic_event exec_started;
extern const char *const exec_started_fields[];
bool exec_started_add(struct session *s);
bool exec_started_args(const struct record *r, struct exec_row *row); /* false: not of a 64-bit program */

/* At the call: cannot read what is not resident, but is the only probe that also sees calls that fail */
extern struct dynamic_event exec_call, exec_call_at;
extern const char *const exec_call_fields[];
void exec_call_add(struct session *s, bool at);
extern struct dynamic_event exec_path;
extern const char *const exec_path_fields[];
void exec_path_add(struct session *s);
/* Writes the path and then argv into row->args, each with its NUL. Lengths; 0 for what could not be read */
struct exec_call_lengths {
	uint32_t path, first; /* first: argv[0] */
} exec_call_args(const struct record *r, struct exec_row *row);
