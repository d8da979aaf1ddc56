/* SPDX-License-Identifier: GPL-2.0-or-later */
/* elf_functions.h - functions of programs and libraries, and where these are. */
#pragma once

#include "functions.h"

/* Adds those of an ELF file's symbol tables. 0 or -errno: -ENOEXEC: no ELF file, -EINVAL: a bad expression */
int functions_of_file(struct functions *f, const char *path, const char *pattern, bool regex);

/* "libc" or "c" or a path: the file as the dynamic loader or PATH would find it. 0 or -ENOENT */
int library_find(const char *name, char *path, size_t size);
/* The names of all files in the folders where library_find() looks */
void library_each(void (*visit)(void *arg, const char *name), void *arg);
