/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kprobe_event.h - one dynamic event with kprobes on many functions (5.4). A process has at most one. It is
 * switched on and off as a whole, much faster than as many single kprobes. Events are global, so its group has
 * this process' name, and tracefs_sweep() removes events of dead processes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool kprobe_event_possible(void); /* true if kprobe_events can be written; call tracefs_find() first */

/* Adds a function; the first call makes the event. 0, or -errno if the kernel cannot probe the function */
int kprobe_event_add(const char *function);
const char *kprobe_event_reason(int err); /* explains an error of kprobe_event_add() */

void kprobe_event_name(char *to, size_t size); /* "ktally_OWNER/calls_OWNER" (owner.h) */
int kprobe_event_id(void);					   /* the id for perf_event_open(), or -ENOENT */
uint64_t kprobe_event_missed(void);			   /* calls for which the kernel ran no probe */

/* The same of any event of this process, "group/name". profile: the file kprobe_profile, open; -1: then it is 0 */
uint64_t kprobe_profile_missed(int profile, const char *event);

/* Call it when nobody uses the event any more. Takes an RCU grace period for each function. */
void kprobe_event_remove(void);
