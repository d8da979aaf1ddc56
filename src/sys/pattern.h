/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pattern.h - a glob or an extended regular expression that a whole name must match. Pure. */
#pragma once

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

struct pattern {
	const char *glob; /* the caller's text; NULL: use the expression */
	bool plain;		  /* a glob without a wildcard */
	regex_t expression;
};

int pattern_init(struct pattern *p, const char *text, bool regex); /* 0 or -EINVAL */
void pattern_free(struct pattern *p);
bool pattern_matches(const struct pattern *p, const char *name);
/* True if name is a part that the compiler split off the plain pattern's function, except the cold part. */
bool pattern_matches_clone(const struct pattern *p, const char *name);
/* Copies what is no blank, as far as there is room: in source and in names of C++ blanks mean nothing. */
void pattern_without_blanks(char *to, size_t size, const char *from);
