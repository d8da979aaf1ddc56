/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * filter.h - the task filter of bpf/filter.bpf.h: the options of the command line become read-only data before the
 * load, and entries of maps after it. The source calls the bpf_filter functions in their order here. Each returns 0, or
 * -errno with s->why set.
 */
#pragma once

#include "session/session.h"

#include <linux/types.h>

/* Fills the opened object's read-only `filter`, if it has one, but not `self`, which is the tool's to set. */
int bpf_filter_open(struct session *s);
/* Fills the loaded object's maps. */
int bpf_filter_load(struct session *s);
/* Attaches the filter's own programs, for a recipe that attaches its programs by itself. */
int bpf_filter_attach(struct session *s);
/* --follow: adds the descendants that exist already. Forks are followed by now, so nobody is missed: a child of one
 * that is not in the map yet is found in the next round. */
int bpf_filter_find(struct session *s);
/* Why more may be lost than is counted, or NULL: a run for a fork that the kernel refused is one miss, but nobody
 * counts what the process did that is not followed. */
const char *bpf_filter_untold(const struct session *s);

/* *to: the kernel's number of a process that the user names as /proc shows it; 0 stays 0. 0, or -errno with s->why
 * set */
int bpf_pid(struct session *s, __u32 *to, uint32_t pid);

/* ktally's own process as programs see it, for tools that leave it out; 0: programs cannot meet it */
__u32 bpf_self(void);
