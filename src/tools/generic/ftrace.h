/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ftrace.h - the parts of the ftrace form of tpoint, kprobe and uprobe. */
#ifndef KTALLY_TOOLS_PROBE_FTRACE_H
#define KTALLY_TOOLS_PROBE_FTRACE_H

#include "probe/evaluate.h"
#include "source/ftrace/dynamic_event.h"
#include "source/ftrace/stream.h"
#include "generic.h"

/* Positions of a record's fields behind those of the arguments */
enum { AT_FUNCTION = PROBE_FETCHES, AT_COMM, AT_FRAME, AT_END };

/* ---- fields of records (ftrace_fields.c) ---- */

/* Names of the fields by position, for `struct ftrace_event`; "-" where there is none */
extern const char *generic_event_fields[];
/* What the kernel's filter would call argument i; NULL where the record has it not, or under another name */
const char *generic_filter_name(const struct probe *p, unsigned i);
/* Does the record of a dynamic event tell the task's name? */
bool generic_event_has_comm(const struct session *s);

/* Sets the names above */
void generic_name_fields(const struct probe *p);
/* " NAME=FETCH:TYPE" for each; the length as snprintf() gives it */
int generic_fetch_texts(const struct session *s, char *to, size_t size);
/* What knows a call again at its return */
void generic_frame_text(char *to, size_t size);

/* ---- dynamic events (ftrace_event.c) ---- */

/* The event of the probe, a tracepoint's own among them, and the one at the return that --latency has as well */
extern struct dynamic_event generic_event, generic_return;

/* Names them, and makes them but for a tracepoint; tracefs_find() before. 0 or -errno with s->why set */
int generic_event_open(struct session *s);
void generic_event_close(void);
/* Runs of the probes that the kernel refused */
uint64_t generic_event_missed(void);

/* ---- the filter (ftrace_filter.c) ---- */

/* Gives the filter to the kernel. Is it evaluated there? Else here. 0, 1: there, or -errno with s->why set */
int generic_filter_set(struct session *s, const char *event);

/* ---- values (ftrace_values.c) ---- */

/* All arguments of a record */
void generic_read_event(const struct probe *p, struct probe_event *to, const struct record *r);
void generic_record_comm(char *to, const struct record *r);
/* key cleared before; `at` behind the last word */
unsigned generic_make_key(const struct generic *g, struct probe_key *key, const struct probe_event *event);
/* Of rows, but for the stacks */
void generic_make_row(const struct generic *g, struct probe_row *row, const struct probe_event *event,
					  const struct record *r);

/* Adds to the total of the key. at: words of the key that are filled in */
void generic_count_event(struct session *s, struct probe_key *key, unsigned at, uint64_t value);

/* ---- calls (ftrace_calls.c) ---- */

int generic_calls_start(struct session *s);
void generic_begin_call(struct session *s, const struct record *r, const struct probe_event *event);
void generic_refuse_call(const struct session *s, const struct record *r); /* which the filter does not want */
void generic_end_call(struct session *s, const struct record *r);
void generic_calls_losses(const struct session *s, struct lost *lost);
void generic_calls_free(void);

/* ---- stacks (ftrace_stacks.c) ---- */

/* What is to be done when the stack of what waits has come; n 0: it was lost */
typedef void stack_done(struct session *s, void *waiting, const uint64_t *frames, unsigned n);

/* Stacks come as records of their own after the event's. size: of what waits for its stack. 0 or -errno with s->why set
 */
int generic_stacks_start(struct session *s, size_t size, stack_done *done);
/* Room for what waits for the stack of this record. NULL without memory, which is counted */
void *generic_stacks_wait(struct session *s, const struct record *r);
void generic_stacks_record(struct session *s, const struct record *r);
/* What still waits goes without a stack */
void generic_stacks_flush(struct session *s);
void generic_stacks_free(void);
/* A number for a stack, as a BPF map of stacks has them; UINT32_MAX without memory */
uint32_t generic_stack_number(const uint64_t *frames, unsigned n);

#endif
