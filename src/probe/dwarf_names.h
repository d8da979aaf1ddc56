/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dwarf_names.h - a program's variables, by the DWARF in its file or in its separate debug file
 * (/usr/lib/debug/.build-id). Built without libdw, all return -ENOTSUP with a sentence.
 */
#pragma once

#include "dwarf_spot.h"
#include "walk.h"

/*
 * Like btf_argument(), but fills base (PROBE_CONTEXT is struct pt_regs) and at too. Arguments are known at a function's
 * start, and locals too at a place further in it.
 */
int dwarf_argument(const struct dwarf_spot *spot, struct probe_text expression, bool is_return, struct probe_fetch *to,
				   struct probe_type *type, struct why *why);

/* "int insert(struct list *list, const char *name)": as snprintf(), or -errno with `why` */
int dwarf_prototype(char *to, size_t size, const struct dwarf_spot *spot, struct why *why);

/* Calls `visit` as btf_arguments() does */
int dwarf_arguments(const struct dwarf_spot *spot, int (*visit)(void *arg, const char *name), void *arg,
					struct why *why);

/* Closes the file that was asked last */
void dwarf_drop(void);
