/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * debug_files.h - the functions that a stripped ELF file does not name itself: from its separate debug file, else from
 * what is packed into it (.gnu_debugdata, "MiniDebugInfo"). All of these are anybody's files.
 */
#pragma once

#include "elf_symbols.h"

/*
 * Visits as elf_symbols_visit() does, in the first of these that has functions:
 * /usr/lib/debug/.build-id/ab/cdef.debug, the file in the same folder below /usr/lib/debug that .gnu_debuglink names,
 * .gnu_debugdata. It looks for files below `root` first, the root folder of a container, where it follows no links;
 * NULL: ours alone. path: of the file itself; NULL: not known. Names are valid during the visit.
 */
int debug_symbols_visit(Elf *elf, const char *root, const char *path,
						int (*visit)(void *arg, const struct elf_symbol *symbol), void *arg);
