/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tracefs.h - finds tracefs, and gives this process' names in it. libtracefs handles instances. */
#pragma once

#include "base/why.h"
#include "tracefs_place.h"

#include <stdbool.h>
#include <stddef.h>

#define TRACEFS_MOUNT "mount -t tracefs tracefs /sys/kernel/tracing"

/*
 * Finds the mount without mounting anything, as libtracefs would, tells libtracefs, and makes this process an
 * owner (owner.h). 0, or -errno with *why set: tracefs is missing, empty (lockdown) or not writable
 */
int tracefs_find(struct why *why);

/* The same without an owner, for who only asks whether it would do */
int tracefs_find_writable(struct why *why);
/* The same for who only reads which events there are: it may be mounted read-only. */
int tracefs_find_readable(struct why *why);
/* That, for a tool's prepare(): 0, or -ENOSYS after a message, which begins with `what` unless it is "" */
int tracefs_needed(const char *what);

/*
 * Makes an instance. Its name is the prefix, this process' name (owner.h) and `more`. The caller destroys and
 * frees it. NULL with errno set: EEXIST if it exists already
 */
#define TRACEFS_OWN "ktally."
struct tracefs_instance *tracefs_own_instance(const char *prefix, const char *more);

/* Group of this process' dynamic events: "ktally_" and its name (owner.h), because events are global */
#define TRACEFS_GROUP "ktally_"
void tracefs_group_name(char *to, size_t size);
/* "ktally_OWNER/WHAT_OWNER", one such event. The kernel's list of missed runs (kprobe_profile) knows no groups, so the
 * name has the owner too */
void tracefs_event_name(char *to, size_t size, const char *what);

/* Visits instances until visit() is not 0, and returns its result. Others make and remove instances meanwhile. */
int tracefs_each_instance(int (*visit)(const char *name, void *arg), void *arg);

/* The same for the events that the instance has. instance NULL: the top-level one */
struct tracefs_instance;
int tracefs_each_event(struct tracefs_instance *instance,
					   int (*visit)(const char *system, const char *event, void *arg), void *arg);

/* The same for events that were made at run time: "kprobes/open", of user events NAME alone. visit() may remove it. */
int tracefs_each_dynamic_event(int (*visit)(const char *event, void *arg), void *arg);

/* Was the event made at run time, by a probe, by a program (user_events), or of others (synthetic)? It is no tracepoint
 * of the kernel's code. */
bool tracefs_event_is_dynamic(const char *category, const char *name);
int tracefs_remove_event(const char *event); /* removes a dynamic event, "group/name"; 0 or -errno */
