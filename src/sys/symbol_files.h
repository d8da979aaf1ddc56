/* SPDX-License-Identifier: GPL-2.0-or-later */
/* symbol_files.h - the functions of the files that processes have mapped. Each file is read once, and stays, bounded.
 */
#pragma once

#include "mappings.h"

/*
 * Finds the function at an address in a mapping of a process; *into becomes the distance from its start. NULL: it is
 * not known. The name is valid until the next call.
 */
const char *symbol_file_find(const struct mapping *m, uint32_t pid, uint64_t address, uint64_t *into);
/* The address as linked minus the offset in the file; 0 if the file cannot be read */
uint64_t symbol_file_bias(const struct mapping *m, uint32_t pid);
void symbol_files_drop(void);
