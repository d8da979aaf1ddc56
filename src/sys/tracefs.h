/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tracefs.h - whether tracefs can be used, and this process' names in it. Instances are libtracefs' business. */
#ifndef KTALLY_TRACEFS_H
#define KTALLY_TRACEFS_H

#include "base/why.h"
#include "tracefs_place.h"

#include <stddef.h>

#define TRACEFS_MOUNT "mount -t tracefs tracefs /sys/kernel/tracing"

/* Finds the mount (never mounts anything: libtracefs would) and tells libtracefs. 0, or -errno with *why
 * set when it is missing, empty (lockdown) or not writable. */
int tracefs_find(struct why *why);

/* A new instance, its name the prefix, this process' name (owner.h) and `more`. NULL with errno: EEXIST where there is
 * one already. To be freed. */
#define TRACEFS_OWN "ktally."
struct tracefs_instance *tracefs_own_instance(const char *prefix, const char *more);

/* Group of this process' dynamic events, which are global: "ktally_" and its name */
#define TRACEFS_GROUP "ktally_"
void tracefs_group_name(char *to, size_t size);
/* "ktally_OWNER/WHAT_OWNER", one such event. The kernel's list of missed runs (kprobe_profile) knows no groups, so the
 * name has the owner too */
void tracefs_event_name(char *to, size_t size, const char *what);

/* Until one returns anything but 0, which is returned. Others make and remove instances meanwhile. */
int tracefs_each_instance(int (*visit)(const char *name, void *arg), void *arg);

int tracefs_remove_event(const char *event); /* a dynamic one, "group/name". 0 or -errno */

#endif
