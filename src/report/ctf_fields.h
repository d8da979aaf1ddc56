/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ctf_fields.h - fields of rows in the Common Trace Format 1.8: what the metadata says of them, and their bytes. They
 * have the names that trace-cmd shows. Pure.
 *
 * CTF has no null: the text `unknown` has the names of a row's fields that have no value. Texts are escaped as in
 * ktally's tables, so they are UTF-8 and one line each.
 */
#pragma once

#include "base/schema.h"
#include "dat/bytes.h"
#include "dat/columns.h"

struct ctf_fields {
	const struct schema *schema;
	struct event names;
	struct {
		const struct field *field;
		size_t first; /* of the names */
	} list[COLUMNS_MAX];
	size_t n;
};

/* 0, or -E2BIG */
int ctf_choose(struct ctf_fields *c, const struct schema *s);
/* The members of the struct of an event, in TSDL */
void ctf_declare(struct bytes *to, const struct ctf_fields *c);
void ctf_row(struct bytes *to, const struct ctf_fields *c, const void *row);
/* A text between quotation marks, as TSDL wants it */
void ctf_string(struct bytes *to, const char *text);
