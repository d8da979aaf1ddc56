/* SPDX-License-Identifier: GPL-2.0-or-later */
/* io_types.h - turns letters of a block request ("WS", "RA", "FF") into numbers of io_type.h and back. Pure. */
#pragma once

#include <ktally/io_type.h>
#include <stdbool.h>
#include <stddef.h>

struct field;

#define IO_TYPE_TEXT 16

/* The kernel's letters, blk_fill_rwbs(): [F]op[F][A][S][M][U] */
int io_type_letters(char *to, size_t size, unsigned type);
/* A format() of a member that is such a number */
int io_type_field(char *to, size_t size, const struct field *f, const void *row);
/* Turns letters into a number. Skips unknown letters, which newer kernels may add. */
unsigned io_type_parse(const char *letters, size_t length);

/*
 * Sets bit i of `wanted` for every type i whose letters match the pattern, in which '*' stands for any letters.
 * 0, or -EINVAL if no type can match.
 */
int io_type_match(const char *pattern, unsigned long long wanted[IO_TYPES / 64]);
