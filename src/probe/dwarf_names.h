/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dwarf_names.h - names of a program's variables to fetches, by its DWARF: of the file itself, or of its separate debug
 * file (/usr/lib/debug/.build-id). Built without libdw all is refused with a sentence.
 */
#ifndef KTALLY_PROBE_DWARF_NAMES_H
#define KTALLY_PROBE_DWARF_NAMES_H

#include "walk.h"

/*
 * `offset`: of the probe, in the file, as uprobes take it: a function's start, where its arguments are known, or a
 * place in it, where its locals are too. Fills all of `to`, base (PROBE_CONTEXT: struct pt_regs) and at included, but
 * text. As btf_argument() else.
 */
int dwarf_argument(const char *path, uint64_t offset, struct probe_text expression, bool is_return,
				   struct probe_fetch *to, struct probe_type *type, struct why *why);

/* "int insert(struct list *list, const char *name)", as snprintf(), or -errno */
int dwarf_prototype(char *to, size_t size, const char *path, uint64_t offset, struct why *why);

/* Names of the arguments; as btf_arguments() */
int dwarf_arguments(const char *path, uint64_t offset, int (*visit)(void *arg, const char *name), void *arg,
					struct why *why);

/* Closes the file that was asked last */
void dwarf_drop(void);

#endif
