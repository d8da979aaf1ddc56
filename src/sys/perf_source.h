/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perf_source.h - what the kernel says of an event source (PMU) for perf_event_open(). */
#pragma once

/* The number in a file of the sources' folder: "kprobe/type" by "%d", "uprobe/format/retprobe" by "config:%d". -errno
 * if it fails */
int perf_source_number(const char *file, const char *format);
