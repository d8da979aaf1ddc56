/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.h - the one lexer: a text from the command line, the place that its parser has come to, and the words there.
 * Nothing is copied. A parser reports where it stopped: probe_wrong() prints the whole text with a mark below the
 * column.
 */
#ifndef KTALLY_PROBE_TEXT_H
#define KTALLY_PROBE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct probe_text {
	const char *all, *at;
	const char *what; /* "filter", "definition" */
	const char *end;  /* of a piece; NULL: the text ends with its NUL */
};

struct word {
	const char *text;
	size_t length;
	unsigned column; /* from 1 */
};

struct probe_text text_begin(const char *all, const char *what);
/* The next so many characters. Columns count from there, and a blank, ':' or ')' must follow, or the NUL. */
struct probe_text text_piece(const struct probe_text *t, size_t length);

/* Prints one line that says what is wrong, and two that show where. Returns -EINVAL. */
int probe_wrong(const struct probe_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

unsigned text_column(const struct probe_text *t); /* from 1 */
/* What is at the place. NUL: it is the end */
char text_next(const struct probe_text *t);
/* Letters, digits and underscores; 0: there are none */
size_t text_letters(const struct probe_text *t);
/* A C identifier; its length is 0 if there is none */
struct word text_name(const struct probe_text *t);

/* These move the place behind what they take */
void text_skip_spaces(struct probe_text *t);
bool text_take(struct probe_text *t, const char *sign);
bool text_take_name(struct probe_text *t, struct word *to);
int text_number(struct probe_text *t, int64_t *to); /* 12, 0x1f, -3: 0 or -EINVAL, silent */

bool word_is(const struct word *w, const char *text);
/* With a NUL; false where there is no room for it */
bool word_copy(char *to, size_t size, const struct word *w);

#endif
