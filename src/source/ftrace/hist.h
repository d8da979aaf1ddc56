/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hist.h - counting in the kernel without BPF: hist triggers (CONFIG_HIST_TRIGGERS) in the session's own
 * instance. Keys are numbers only: the kernel does not escape string keys, so their text could forge rows.
 */
#pragma once

#include "session/session.h"

#define FTRACE_HIST_KEYS 3

struct ftrace_hist;

/* True if this kernel has hist triggers for the event ("raw_syscalls/sys_enter"); false in a replay */
bool ftrace_hist_has(const struct session *s, const char *event);

/* keys: "common_pid,id"; size: entries, a power of two; filter: NULL, or "ret < 0". Counts from now on, whether
 * the event is switched on or not. NULL with s->why set on errors. Free it with ftrace_hist_free(). */
struct ftrace_hist *ftrace_hist_new(struct session *s, const char *event, const char *keys, unsigned size,
									const char *filter);
void ftrace_hist_free(struct ftrace_hist *h);

/*
 * Visits each entry that has grown since the last reading; `more` says by how much. Keys are sign-extended. With
 * `last` set it stops the counting first, and compares the sum of the entries with the kernel's own total. 0, or
 * -errno after a message
 */
int ftrace_hist_read(struct ftrace_hist *h, bool last,
					 void (*visit)(struct session *s, const int64_t *keys, uint64_t more));

/* Hits that found the table full */
uint64_t ftrace_hist_dropped(const struct ftrace_hist *h);
