/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mappings.h - a process' mappings, from /proc/PID/maps: those of code, or all. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mapping {
	uint64_t start, end, offset, inode;
	uint32_t major, minor;
	bool code;
	char *path; /* "": none; "[vdso]"; a deleted file's ends with " (deleted)" */
};

struct mappings {
	struct mapping *list; /* in order of addresses */
	size_t n;
	size_t paths; /* bytes of all paths */
};

/* 0, or -errno: no such process, or no permission. data: those of no code too */
int mappings_read(struct mappings *to, uint32_t pid, bool data);
/* Adds a mapping, copies its path, and takes its addresses from the mappings that had them. 0 or -ENOMEM */
int mappings_add(struct mappings *to, const struct mapping *m);
int mappings_copy(struct mappings *to, const struct mappings *from); /* 0, or -ENOMEM with *to empty */
size_t mappings_size(const struct mappings *m);						 /* bytes in memory, about */
void mappings_free(struct mappings *m);
const struct mapping *mappings_find(const struct mappings *m, uint64_t address);
/*
 * Opens the mapped file, or returns -ENOENT. /proc/PID/map_files leads to it even if it is deleted, but needs
 * CAP_CHECKPOINT_RESTORE. Otherwise opens the regular file with the same path and inode number, first in the
 * process' mount namespace, then in ours.
 */
int mapping_open(const struct mapping *m, uint32_t pid);

/* Equal values mean the same process with the same program. process_identify() is false if the process is gone. */
struct process_identity {
	uint64_t started, inode, device;
};
bool process_identify(uint32_t pid, struct process_identity *to);
