/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * row_fields.h - which fields of a row an export has, and their names there: those that trace-cmd shows. Pure.
 *
 * These formats have no null: the text `unknown` has the names of a row's fields that have no value. Texts are escaped
 * as in ktally's tables, so they are UTF-8 and one line each.
 */
#pragma once

#include "base/escape.h"
#include "base/schema.h"
#include "dat/columns.h"

#define ROW_TEXT_MAX ESCAPED_SIZE(SCHEMA_TEXT_MAX)

struct row_fields {
	const struct schema *schema;
	struct event event; /* first `unknown`, then of each field its value, of a histogram and a mean its parts */
	struct {
		const struct field *field;
		size_t first; /* of the event's fields */
	} list[COLUMNS_MAX];
	size_t n;
};

/* 0, or -E2BIG */
int row_fields_choose(struct row_fields *r, const struct schema *s, const char *tool);
bool row_field_is_text(const struct field *f);
/* FIELD_ITEMS and the like: several texts */
bool row_field_is_list(const struct field *f);
/* "ret,error": what has no value. The length */
size_t row_unknown(char *to, size_t size, const struct row_fields *r, const void *row);
/* Gives each() the escaped texts of a field, one of a field that is no list. How many there were */
size_t row_texts(const struct field *f, const void *row, void (*each)(void *arg, const char *text, size_t n),
				 void *arg);
/* A histogram as pairs: the highest value that a bucket counts, and how many, for those that counted anything. Returns
 * how many pairs; *apart: how many values were none */
size_t row_buckets(const struct schema *s, const void *row, uint64_t pairs[2 * HIST_SLOTS], uint64_t *apart);
/* Sum and count */
void row_mean(const struct field *f, const void *row, uint64_t pair[2]);
const struct field *row_field_find(const struct schema *s, const char *name);
