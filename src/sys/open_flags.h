/* SPDX-License-Identifier: GPL-2.0-or-later */
/* open_flags.h - names of the flags of open(). Pure. */
#pragma once

#include <ktally/opensnoop.h>
#include <stddef.h>
#include <stdint.h>

struct field;

/* Writes "O_WRONLY|O_CREAT|O_TRUNC", unknown bits as a number, "?" for OPEN_FLAGS_UNKNOWN; returns the length. */
int open_flags_text(char *to, size_t size, uint32_t flags);
/* A format() of a member that holds flags */
int open_flags_field(char *to, size_t size, const struct field *f, const void *row);
/* Another, for a column: "WRONLY|CREAT", and without O_CLOEXEC, which nearly every open has */
int open_flags_brief(char *to, size_t size, const struct field *f, const void *row);
/* Writes "0644" if the flags can make a file, "-" if not, "?" for OPEN_FLAGS_UNKNOWN; returns the length. */
int open_mode_text(char *to, size_t size, uint32_t flags, uint32_t mode);

/* The names that open_flags_parse() knows; NULL after the last */
const char *open_flag_name(size_t i);
/* Adds the flags of "O_CREAT", "creat,rdwr", ... to *to. 0, or -EINVAL with the wrong name in *bad, length *n */
int open_flags_parse(const char *text, struct open_flags *to, const char **bad, size_t *n);
