/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * functions.h - lists the names that match a pattern: functions of the kernel and its modules, tracepoints. A pattern
 * is a glob or an extended regular expression. The functions that add names return 0 or -errno and do not sort.
 * elf_functions.h and elf_probes.h add those of programs and libraries.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FUNCTIONS_GLOBS 8

struct functions {
	struct function {
		char *name;
		uint64_t address; /* user: offset in the file; kernel: from the function's start, mostly 0 */
		/* Kernel: line in available_filter_functions, from 1. 0: unknown, or several functions have this name */
		uint64_t line;
		uint64_t semaphore; /* static probes: file offset of the counter that switches it on; 0: always on */
	} * list;
	size_t n, room;
	bool of_modules; /* some belong to kernel modules, which may be unloaded */
	/* Kernel patterns that ftrace reads in the same way. Their matches need no separate writes to ftrace, which
	 * take milliseconds each. */
	char *globs[FUNCTIONS_GLOBS];
	size_t nglobs;
};

int functions_add(struct functions *f, const char *name, uint64_t address); /* 0 or -ENOMEM */
void functions_free(struct functions *f);
/* Sorts by name. Kernel functions of one name become one: ftrace and probes take names. */
void functions_sort(struct functions *f);

/*
 * For functions of a file, from index `from` on. Keeps one name for each address, the plainest: otherwise each
 * call would count once for each name. Sorts by name, so that functions of one name (static ones) are neighbours.
 */
void functions_drop_aliases(struct functions *f, size_t from);

/* Walks over words that together mean these functions of the kernel to ftrace: its globs, and the names that none of
 * them matches. *at starts as 0. NULL: no more */
const char *functions_next_word(const struct functions *f, size_t *at);

bool functions_find(const struct functions *f, const char *name); /* the list must be sorted */

/*
 * Adds kernel functions that can be probed, from tracefs or, if that is closed, from /proc/kallsyms. A plain name
 * also matches the parts that compilers split off a function (.isra.0, .constprop.1, .part.2), except its cold
 * part. If tracefs lists the function by another name, adds that name. -EINVAL: bad expression.
 */
int functions_of_kernel(struct functions *f, const char *pattern, bool regex);

/* Adds tracepoints as "category:name"; needs tracefs. */
int functions_tracepoints(struct functions *f, const char *pattern, bool regex);
