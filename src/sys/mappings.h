/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mappings.h - what lies where in a process: its mappings of code, as /proc/PID/maps tells. */
#ifndef KTALLY_MAPPINGS_H
#define KTALLY_MAPPINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mapping {
	uint64_t start, end, offset, inode;
	uint32_t major, minor;
	char *path; /* "" for none, "[vdso]"; of a deleted file with " (deleted)" */
};

struct mappings {
	struct mapping *list; /* in order of addresses */
	size_t n;
	size_t paths; /* bytes */
};

int mappings_read(struct mappings *to, uint32_t pid); /* 0 or -errno: the process is gone, or not ours to see */
/* In the place of what it covers; the path is copied. 0 or -ENOMEM */
int mappings_add(struct mappings *to, const struct mapping *m);
int mappings_copy(struct mappings *to, const struct mappings *from); /* 0 or -ENOMEM, then empty */
size_t mappings_size(const struct mappings *m);						 /* about so many bytes */
void mappings_free(struct mappings *m);
const struct mapping *mappings_find(const struct mappings *m, uint64_t address);
/* Opens the file that is mapped there: the very one, also if it has been deleted or is in another mount namespace */
int mapping_open(const struct mapping *m, uint32_t pid);

/* Tells whether a process is still the same, with the same program. False: it is gone */
struct process_identity {
	uint64_t started, inode, device;
};
bool process_identify(uint32_t pid, struct process_identity *to);

#endif
