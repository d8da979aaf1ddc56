/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uprobe_multi.h - many places of one file in one BPF link (6.6), which libbpf before 1.3 and the headers of a
 * system with an older kernel do not know.
 */
#ifndef KTALLY_UPROBE_MULTI_H
#define KTALLY_UPROBE_MULTI_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define TRACE_UPROBE_MULTI 48 /* the program's expected_attach_type */

struct uprobe_multi {
	const char *path;
	pid_t pid; /* 0: every process that maps the file */
	bool is_return;
	uint32_t n;
	const uint64_t *offsets;
	const uint64_t *semaphores; /* offsets of counters in the file, 0: none; NULL: none at all */
	const uint64_t *cookies;	/* NULL: 0 */
};

int uprobe_multi_link(int program, const struct uprobe_multi *places); /* the link's file, or -errno */

/* Tried, not guessed: has the kernel the link; does one with a PID run for all of its threads? Before 6.10
 * (46ba0e49b642) it ran for the first only. */
bool uprobe_multi_works(void);
bool uprobe_multi_sees_threads(void);

uint64_t own_file_offset(const void *function); /* of this program, in its file; 0: unknown */

#endif
