/* SPDX-License-Identifier: GPL-2.0-or-later */
/* columns_words.h - kinds and flags of fields as words of a recording. A number may change from version to version. */
#pragma once

#include "base/schema.h"

const char *columns_kind_word(enum field_kind kind);
bool columns_kind(const char *word, enum field_kind *kind);

#define COLUMNS_FLAGS 16
/* "kh": a letter each; "-": none */
void columns_flag_letters(char to[COLUMNS_FLAGS], unsigned flags);
bool columns_flags(const char *letters, unsigned *flags);
/* Can a name or a word go to terminals and into JSON as it is? */
bool columns_plain(const char *text);
