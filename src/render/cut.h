/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cut.h - text that must fit so many columns. Pure, but for the mark, which depends on units_ascii(). */
#pragma once

#include <stddef.h>

#define CUT_ROOM 4 /* so many bytes must be free behind the text: the mark may have more than what it replaces */

/*
 * If the escaped text takes more than `width` columns, cuts it and ends it with a mark, within the width. No character
 * and no escape of escape_text() is cut in half. Returns the new length.
 */
size_t cut_text(char *text, size_t length, int width);

/* The bytes at the text's beginning that fit `width` columns, at least one character or escape: up to a space if there
 * is one in their second half. */
size_t cut_piece(const char *text, size_t length, int width);
