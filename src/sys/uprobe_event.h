/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uprobe_event.h - one place of a file as a perf event (4.17: 33ea4b24277b), made by a thread of its own.
 *
 * The kernel registers a uprobe under dup_mmap_sem, whose writer waits for an RCU grace period: 10 ms and more of
 * nothing to do, in which the caller loads its programs. The event is disabled; a program attached to it switches it
 * on.
 */
#ifndef KTALLY_UPROBE_EVENT_H
#define KTALLY_UPROBE_EVENT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct uprobe_event;

/* path must live until the end. pid -1: every process. NULL: out of memory */
struct uprobe_event *uprobe_event_begin(const char *path, uint64_t offset, pid_t pid, bool is_return);

/* Waits for it. The event's file, from then on the caller's, or -errno; frees *event. NULL: -ENOMEM */
int uprobe_event_take(struct uprobe_event *event);

#endif
