/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_debug.h - finds the file with the debug information (DWARF) of the running kernel or of one of its modules.
 * Its build ID must be the one that the kernel tells of itself: lines of another build are elsewhere.
 */
#pragma once

#include "base/why.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes the file's path. module: its name; NULL: the kernel itself. given: the file that somebody has named; NULL:
 * looks where distributions and builds put it. 0; 1 with `why`: `given` is of another build or of a module that is not
 * loaded; or -errno with `why`: -ENOENT if there is none
 */
int kernel_debug_find(char *to, size_t size, const char *module, const char *given, struct why *why);

/* The module whose function this is, "ext4"; false: it is the kernel's own, or there is none of this name */
bool kernel_debug_module_of(char *to, size_t size, const char *function);
