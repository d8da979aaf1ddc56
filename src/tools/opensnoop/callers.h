/* SPDX-License-Identifier: GPL-2.0-or-later */
/* callers.h - formats the functions that made the call of a struct open_row, innermost first. */
#pragma once

#include "base/schema.h"

int open_callers(char *to, size_t size, const struct field *f,
				 const void *row);											   /* read (libc.so.6) < main+0x12 (cat) */
int open_stack(char *to, size_t size, const struct field *f, const void *row); /* the same as FIELD_ITEMS */
