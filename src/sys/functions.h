/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * functions.h - names that match a pattern: functions of the kernel and its modules, tracepoints. A pattern is a glob,
 * or an extended regular expression. elf_functions.h and elf_probes.h add those of programs and libraries.
 */
#ifndef KTALLY_FUNCTIONS_H
#define KTALLY_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FUNCTIONS_GLOBS 8

struct functions {
	struct function {
		char *name;
		uint64_t address; /* user: offset in the file; kernel: 0 */
		/* kernel: in available_filter_functions, from 1; 0: not known, or there is another of this name */
		uint64_t line;
		uint64_t semaphore; /* static probes: offset of the counter that switches it on, 0: always on */
	} * list;
	size_t n, room;
	bool of_modules; /* some are kernel functions of modules, which may be unloaded */
	/* Globs among the kernel patterns that ftrace understands in the same way: what they match need not be named
	 * to it one by one, which takes milliseconds each */
	char *globs[FUNCTIONS_GLOBS];
	size_t nglobs;
};

int functions_add(struct functions *f, const char *name, uint64_t address); /* 0 or -ENOMEM */
void functions_free(struct functions *f);
/* In order of names; static functions of one name are one: the kernel is asked by name */
void functions_sort(struct functions *f);

/* Of a file, from the `from`th on: names of one address become one, the plainest, or each call would be seen as often.
 * In order of names, so that functions of one name (static ones) are neighbours */
void functions_drop_aliases(struct functions *f, size_t from);

bool functions_find(const struct functions *f, const char *name); /* of a sorted list */

/*
 * Kernel functions that can be probed: from tracefs, or where that is closed from /proc/kallsyms. A plain name also
 * matches the pieces that compilers make of a function (.isra.0, .constprop.1, .part.2), but not its cold part. Where
 * tracefs has another name of the same function, that is found. 0 or -errno: -EINVAL for a bad expression.
 */
int functions_of_kernel(struct functions *f, const char *pattern, bool regex);

/* "category:name" of all tracepoints; needs tracefs (found before) */
int functions_tracepoints(struct functions *f, const char *pattern, bool regex);

#endif
