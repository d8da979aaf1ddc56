/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * evaluate.h - checks a probe's filter in user space, with the same result as bpf/probe_filter.bpf.h. It serves events
 * of ftrace whose filter the kernel's own grammar cannot express. Pure.
 */
#pragma once

#include "probe.h"

/* One event's values by argument; texts end with NUL, and the rest of their room is zero. */
struct probe_event {
	uint64_t values[PROBE_FETCHES];
	char texts[PROBE_FETCHES][PROBE_TEXT];
};

/* `text` ends with NUL or has PROBE_TEXT bytes. */
bool probe_glob_matches(const struct probe_glob *g, const char *text);

/* Without a filter every event passes. */
bool probe_passes(const struct probe *p, const struct probe_event *event);
