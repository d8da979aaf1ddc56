/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cxx_names.h - finds functions by the names that C++, Rust and D programmers gave them. Pure. */
#pragma once

#include <stdbool.h>

/* Can the text name no symbol, but a function in such a language? It has "::", "<" or "(". */
bool cxx_is_name(const char *text);

/*
 * Does the symbol's name end with `wanted`, from the beginning of a part on? Blanks do not count. "insert" in
 * "shop::list::insert" is such a part. With parameters it is one function, without all that differ in these; without a
 * template's arguments all instances. `wanted` may be a glob, of names without blanks. Never the .cold part of one.
 */
bool cxx_name_matches(const char *symbol, const char *wanted);

/* Is `own`, a function's name without what it lies in, that of the last part of `wanted`? Quick, before the above */
bool cxx_same_part(const char *own, const char *wanted);
