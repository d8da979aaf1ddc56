/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ftrace_filter.h - the filter: the kernel's own evaluates it as it was written, so that what does not pass never
 * reaches the buffer. Where it asks for what no record has (a process, a signed bit field), or in a way that the kernel
 * does not know, ktally filters the events itself.
 */
#pragma once

#include "probe/probe.h"
#include "session/session.h"

/* Gives the filter to the kernel. 1: the kernel evaluates it; 0: ktally has to; or -errno with s->why set */
int generic_filter_set(struct session *s, const char *event);
/* Can it be given to the kernel: is each of its names a field of the record, with the same meaning there? */
bool generic_filter_is_kernels(const struct probe *p);
