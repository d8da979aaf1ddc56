/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf_map.h - names of code that a process makes at run time, from the file in which a JIT compiler lists them for
 * perf: /tmp/perf-PID.map in the process' own root folder, with its number in its own PID namespace. (perf's other
 * form, jitdump, is not read.) The file is untrusted: read only if it is a regular file of the process' user or of
 * root, without following a link, bounded, and never longer than a share of the time.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct perf_map;

/* Learns where the process' map is, for which it must live, and reads nothing yet. NULL: it is gone, or out of memory
 */
struct perf_map *perf_map_of(uint32_t pid);

/*
 * Finds the function at an address; of those that overlap the one listed last, as its code replaced the others'. *into
 * becomes the distance from its start. NULL: none. If `reading`, it reads what is new in the file when it does not find
 * the address. After the end of its process that still works if the file is in our own root folder.
 */
const char *perf_map_find(struct perf_map *m, uint64_t address, uint64_t *into, bool reading);

size_t perf_map_size(const struct perf_map *m); /* bytes in memory; 0 for NULL */
void perf_map_free(struct perf_map *m);

/* Adds the lines of a text, "START SIZE NAME" in hexadecimal; returns the bytes of whole lines. For the file and for
 * tests */
size_t perf_map_add(struct perf_map *m, const char *text, size_t n);
struct perf_map *perf_map_empty(void);
