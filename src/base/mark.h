/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mark.h - the lines below a message that points at a place in a text. Pure. */
#pragma once

#include <stddef.h>

/* Enough for the two lines of any text */
#define MARKED_SIZE 4096

/*
 * Writes two lines: the text, escaped, and an arrow below its byte `at` with the words "column 3 of the WHAT". Of a
 * long text it writes what is around the arrow, so that the lines fit a terminal of 80 columns.
 */
void mark_text(char *to, size_t size, const char *text, size_t at, const char *what);
