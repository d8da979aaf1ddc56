/* SPDX-License-Identifier: GPL-2.0-or-later */
/* elf_functions.h - functions of programs and libraries, and where these are. */
#pragma once

#include "functions.h"

/* Adds those of an ELF file's symbol tables, by their symbols; by names as cxx_name_matches() takes them if the pattern
 * is one of these, or is plain and no symbol. 0 or -errno: -ENOEXEC: no ELF file, -EINVAL: a bad expression */
int functions_of_file(struct functions *f, const char *path, const char *pattern, bool regex);

/* "libc" or "c" or a path: the file as the dynamic loader or PATH would find it. 0 or -ENOENT */
int library_find(const char *name, char *path, size_t size);
/* Of "PROGRAM:REST", where both may have colons: the last colon before which is a program or library, whose path is
 * written to `path`; NULL: there is none. '::' of C++ parts nothing. */
const char *library_colon(const char *text, char *path, size_t size);
/* The names of all files in the folders where library_find() looks */
void library_each(void (*visit)(void *arg, const char *name), void *arg);
