/* SPDX-License-Identifier: GPL-2.0-or-later */
/* symbol_table.h - a file's functions in the order of their places, to find the one that a place lies in. */
#ifndef KTALLY_SYMBOL_TABLE_H
#define KTALLY_SYMBOL_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct symbol_table;

/* Of an ELF file: its own symbols, and those of its separate debug file. NULL: no memory, or no ELF file */
struct symbol_table *symbol_table_of_file(int fd);
struct symbol_table *symbol_table_of_image(const void *image, size_t size);
void symbol_table_free(struct symbol_table *t);

size_t symbol_table_size(const struct symbol_table *t); /* bytes that it takes; NULL: none */

/* offset: in the file. NULL: in no function; else *into is how far in it */
const char *symbol_table_find(const struct symbol_table *t, uint64_t offset, uint64_t *into);
uint64_t symbol_table_bias(const struct symbol_table *t); /* added to an offset: the address as linked */

#endif
