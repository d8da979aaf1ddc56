/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.h - a table whose columns are as wide as what is in them. Texts are escaped already. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct table;

struct table *table_new(size_t columns); /* NULL without memory */
void table_free(struct table *t);
/* The next cell, row by row. left: its column is one of texts */
void table_cell(struct table *t, bool left, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Prints it, each line with so many spaces before it */
void table_print(const struct table *t, int indent);
