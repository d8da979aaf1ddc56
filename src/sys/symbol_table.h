/* SPDX-License-Identifier: GPL-2.0-or-later */
/* symbol_table.h - a file's functions sorted by offset, to find the function at an offset. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct symbol_table;

/*
 * The first reads an ELF file and, as debug_symbols_visit() finds it by root and path, its debug file; the second an
 * ELF image in memory. NULL: out of memory, not an ELF file, or too large. symbol_table_free() frees it.
 */
struct symbol_table *symbol_table_of_file(int fd, const char *root, const char *path);
struct symbol_table *symbol_table_of_image(const void *image, size_t size);
void symbol_table_free(struct symbol_table *t);

size_t symbol_table_size(const struct symbol_table *t); /* bytes in memory; 0 for NULL */

/* Finds the function at a file offset; *into becomes the distance from its start. NULL: no function is there. The name
 * is as demangle() writes it, and valid until the next call: the first look-up of a function makes the table larger. */
const char *symbol_table_find(struct symbol_table *t, uint64_t offset, uint64_t *into);
uint64_t symbol_table_bias(const struct symbol_table *t); /* the address as linked minus the offset */
