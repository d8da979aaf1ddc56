/* SPDX-License-Identifier: GPL-2.0-or-later */
/* row_table.h - a table of rows, for renderers that make rows of their own. A run has one such table. */
#pragma once

#include "session/session.h"

/* s->schema says what the columns are. */
void row_table_begin(const struct session *s);
/* The heading and these rows */
void row_table_print(const struct session *s, const void *const *rows, size_t n);
