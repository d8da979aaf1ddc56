/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * config_words.h - values of several words. Each list is NULL-ended and one allocation, for one free(). The functions
 * return 0, or -EINVAL or -ENOMEM with a reason. Pure.
 */
#pragma once

#include "base/why.h"

#define CONFIG_WORDS 64

/*
 * Splits arguments at blanks and tabs, much as a shell does, but nothing is expanded: '...' is literal, in "..." only
 * \" and \\ are escapes, and outside of quotes a backslash makes the next character ordinary. '' is an empty word.
 * A bare word that begins with # or ; is refused: it is meant as a comment, and the tool would take it for an argument.
 * The list begins with `first`, which does not count as one of the CONFIG_WORDS.
 */
int config_words(const char *first, const char *text, char ***words, int *n, struct why *why);

/* Names of labels, between commas and blanks. There may be none. */
int config_labels(const char *text, char ***names, unsigned *n, struct why *why);
