/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.h - the lexer of all that the command line says about probes: a text, the place to which its parser has come,
 * and the words there. Words are not copied: they point into the text.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct probe_text {
	const char *all, *at;
	const char *what; /* "filter", "definition" */
	const char *end;  /* of a piece; NULL if the text ends with NUL */
};

struct word {
	const char *text;
	size_t length;
	unsigned column; /* from 1 */
};

struct probe_text text_begin(const char *all, const char *what);
/* The next `length` characters as a text of their own, with columns from 1. No letter or digit may follow them. */
struct probe_text text_piece(const struct probe_text *t, size_t length);

/* Prints what is wrong, then the whole text with a mark below the place. Returns -EINVAL */
int probe_wrong(const struct probe_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

unsigned text_column(const struct probe_text *t); /* from 1 */
/* The character at the place; NUL at the end */
char text_next(const struct probe_text *t);
/* How many letters, digits and underscores follow */
size_t text_letters(const struct probe_text *t);
/* What comes before the next blank. The parameters of a C++ function may have blanks, as in "insert(char const*, int)".
 */
struct word text_to_blank(const struct probe_text *t);
/* The C identifier at the place; of length 0 if there is none */
struct word text_name(const struct probe_text *t);

/* These move the place behind what they take, if it is there */
void text_skip_spaces(struct probe_text *t);
bool text_take(struct probe_text *t, const char *sign);
bool text_take_name(struct probe_text *t, struct word *to);
int text_number(struct probe_text *t, int64_t *to); /* 12, 0x1f, -3. 0, or -EINVAL silently */

bool word_is(const struct word *w, const char *text);
/* As a string; false, and nothing is written, if it is too long */
bool word_copy(char *to, size_t size, const struct word *w);
