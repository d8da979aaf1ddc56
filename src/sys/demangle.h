/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demangle.h - turns the symbols that compilers make of C++, Rust and D names into these names. Symbols are untrusted:
 * time, memory and result are bounded. Built without libiberty, it only takes the ends off.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define DEMANGLE_ROOM 1024 /* bytes that hold most names; longer ones are cut */

/*
 * Writes the name, and returns its length, below size. What a compiler or linker has put behind the symbol of a part or
 * a copy of a function (.constprop.0, .isra.0, .part.0, .cold, .llvm.123, @@GLIBC_2.2.5) goes. C++ and Rust names come
 * without parameters, results and hashes, as in perf: "std::vector<int, std::allocator<int> >::push_back". So
 * functions that differ in parameters alone have one name. A symbol that is no such name stays as it is.
 */
int demangle(char *to, size_t size, const char *symbol);

/* The same whatever demangle_off() says, to find what somebody has named; with `parameters` "list::insert(int)" */
int demangle_always(char *to, size_t size, const char *symbol, bool parameters);

/* --no-demangle: from now on symbols stay as they are */
void demangle_off(void);
