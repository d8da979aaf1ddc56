/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracefs.h - whether tracefs can be used, and what dead ktally processes left in it. Instances themselves are
 * libtracefs' business.
 */
#ifndef KTALLY_TRACEFS_H
#define KTALLY_TRACEFS_H

#include "session/session.h"
#include "tracefs_place.h"

#define TRACEFS_MOUNT "mount -t tracefs tracefs /sys/kernel/tracing"

/* Finds the mount (never mounts anything: libtracefs would) and tells libtracefs. 0, or -errno with s->why
 * set when it is missing, empty (lockdown) or not writable. */
int tracefs_find(struct session *s);

/* A new instance, its name the prefix, this process' name (owner.h) and `more`. NULL with errno: EEXIST where there is
 * one already. To be freed. */
#define TRACEFS_OWN "ktally."
struct tracefs_instance *tracefs_own_instance(const char *prefix, const char *more);

/* Group of this process' dynamic events, which are global: "ktally_" and its name */
void tracefs_group_name(char *to, size_t size);

/* Until one returns anything but 0, which is returned. Others make and remove instances meanwhile. */
int tracefs_each_instance(int (*visit)(const char *name, void *arg), void *arg);

int tracefs_remove_event(const char *event); /* a dynamic one, "group/name". 0 or -errno */

/*
 * Removes what dead ktally processes left; how many things, or -EBUSY where another process is at it for too long. With
 * dry_run only calls `tell` for each. An instance that is in use cannot be removed: the kernel says EBUSY while a file
 * of it is open.
 */
int tracefs_sweep(bool dry_run, void (*tell)(const char *what));

#endif
