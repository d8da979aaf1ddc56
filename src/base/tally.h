/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tally.h - keyed totals in user space: rows of a schema, found by their key. Pure.
 *
 * Kernel totals only grow: an interval is the difference of two tallies. Reading and then clearing a total would
 * lose what the kernel counts in between.
 */
#pragma once

#include "schema.h"

struct tally;

struct tally *tally_new(const struct schema *schema); /* NULL without memory. Free it with tally_free() */
void tally_free(struct tally *t);
void tally_clear(struct tally *t);
size_t tally_count(const struct tally *t);
/* Everything that was counted: the sum of schema_count() over all rows */
uint64_t tally_total(const struct tally *t);

/* The row with this key (schema->key_size bytes). A new row has a value of zero. Valid until tally_clear(). NULL
 * without memory */
void *tally_row(struct tally *t, const void *key);
const void *tally_find(const struct tally *t, const void *key);

/* Adds a row to the row with the same key. 0 or -ENOMEM */
int tally_merge(struct tally *t, const void *row);

/* Does tally_merge() with every row of `from`. 0 or -ENOMEM */
int tally_copy(struct tally *into, const struct tally *from);

/* Fills *out (cleared first) with the rows of now - before that counted anything. 0 or -ENOMEM */
int tally_since(struct tally *out, const struct tally *now, const struct tally *before);

/*
 * The rows in the order of compare(): an array of tally_count() pointers that the caller frees. NULL without
 * memory or without rows
 */
const void **tally_sorted(const struct tally *t, int (*compare)(const void *row_a, const void *row_b));
