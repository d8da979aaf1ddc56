/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * exec_args.h - arguments of programs in ftrace records. The kernel's own events have none; where it takes probes of
 * its functions or events, they do. What they give is limited by what such an event may hold.
 */
#ifndef KTALLY_FTRACE_EXEC_ARGS_H
#define KTALLY_FTRACE_EXEC_ARGS_H

#include "source/ftrace/dynamic_event.h"
#include "source/ftrace/stream.h"

#include <ktally/execsnoop.h>

/* When the new program's stack is ready: what sched_process_exec is about to tell of */
extern struct dynamic_event exec_started;
extern const char *const exec_started_fields[];
bool exec_started_add(struct session *s);
bool exec_started_args(const struct record *r, struct exec_row *row); /* false: not of a 64-bit program */

/* At the call, where what is not resident cannot be read; the only one for calls that fail */
extern struct dynamic_event exec_call, exec_call_at;
extern const char *const exec_call_fields[];
void exec_call_add(struct session *s, bool at);
extern struct dynamic_event exec_path;
extern const char *const exec_path_fields[];
void exec_path_add(struct session *s);
/* The path, then argv, each with its NUL. Their lengths; 0 for what could not be read */
struct exec_call_lengths {
	uint32_t path, first; /* first: argv[0] */
} exec_call_args(const struct record *r, struct exec_row *row);

#endif
