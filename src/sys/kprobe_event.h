/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kprobe_event.h - one dynamic event that many functions raise (5.4), in this process' group. Events are global:
 * tracefs_sweep() removes those of dead processes. One at a time; it is switched on and off as a whole, in a
 * fraction of the time that as many single kprobes take.
 */
#ifndef KTALLY_KPROBE_EVENT_H
#define KTALLY_KPROBE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool kprobe_event_possible(void); /* may kprobe_events be written? tracefs_find() before */

/* Adds a function; the first makes the event. -errno: why the kernel cannot probe it */
int kprobe_event_add(const char *function);
const char *kprobe_event_reason(int err); /* of a refusal, in words */

void kprobe_event_name(char *to, size_t size); /* "ktally_OWNER/calls_OWNER" */
int kprobe_event_id(void);					   /* for perf_event_open(), or -errno */
uint64_t kprobe_event_missed(void);			   /* calls that the kernel did not run a probe for */

/* The same of any event of this process, "group/name". profile: the file kprobe_profile, open; -1: then it is 0 */
uint64_t kprobe_profile_missed(int profile, const char *event);

/* Once nobody uses it; a grace period of the kernel for each function. */
void kprobe_event_remove(void);

#endif
