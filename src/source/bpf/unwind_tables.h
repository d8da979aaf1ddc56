/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unwind_tables.h - rows of all files that were met so far, one behind the other in memory that BPF reads. */
#pragma once

#include "sys/mappings.h"

#include <stdbool.h>

#include <ktally/unwind.h>

#define UNWIND_ROWS (2U << 20) /* of all files: twice what a desktop's programs have together */

/* Can ktally make rows here? */
bool unwind_tables_possible(void);

void unwind_tables_begin(struct unwind_row *memory); /* of UNWIND_ROWS, from mmap(); unwind_tables_end() unmaps it */
/* Where the rows of a mapping's file are, which it makes if they are not there. *n: 0 if there are none */
void unwind_table_of(const struct mapping *m, uint32_t pid, uint32_t *first, uint32_t *n);
/* Makes the rows of an open file, which messages call `path`, before anybody maps it. False: they were there */
bool unwind_table_add(int fd, const char *path);
const struct unwind_row *unwind_tables_rows(uint32_t first);
void unwind_tables_forget(void);
void unwind_tables_end(void);
