/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * uprobe_multi.h - attaches to many places in one file by one BPF link (6.6). libbpf before 1.3 and the headers of
 * older kernels do not have it.
 */
#pragma once

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
	const uint64_t *semaphores; /* file offsets of counters, 0: none; NULL: none at all */
	const uint64_t *cookies;	/* NULL: all 0 */
};

int uprobe_multi_link(int program, const struct uprobe_multi *places); /* the link's descriptor, or -errno */

/*
 * Both try it out: does the kernel have the link, and does a link with a PID see all threads? Before 6.10
 * (46ba0e49b642) it saw only the first.
 */
bool uprobe_multi_works(void);
bool uprobe_multi_sees_threads(void);

uint64_t own_file_offset(const void *function); /* of a function of this program; 0: unknown */
