/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uprobe_event.h - makes a perf event for one place in a file (4.17: 33ea4b24277b), in a thread of its own.
 *
 * The kernel registers a uprobe under dup_mmap_sem, whose writer waits for an RCU grace period of 10 ms and more.
 * Meanwhile the caller loads its programs. The event is disabled: libbpf enables it when it attaches a program.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct uprobe_event;

/* path must live until uprobe_event_take(). pid -1: every process. NULL: no memory or no thread */
struct uprobe_event *uprobe_event_begin(const char *path, uint64_t offset, pid_t pid, bool is_return);

/* Waits for the thread, frees *event. Returns a descriptor, which the caller closes, or -errno. NULL: -ENOMEM */
int uprobe_event_take(struct uprobe_event *event);
