/* SPDX-License-Identifier: GPL-2.0-or-later */
/* errnos.h - errors of system calls by name. Pure. */
#ifndef KTALLY_ERRNOS_H
#define KTALLY_ERRNOS_H

#include <stddef.h>
#include <stdint.h>

#define ERRNO_LAST 4095 /* MAX_ERRNO: results from -4095 to -1 are errors */

struct field;

/* 2 or -2: "ENOENT"; unknown: the number */
int errno_name(char *to, size_t size, int err);
/* A format() of a 32-bit result: "-" where it is no error */
int errno_field(char *to, size_t size, const struct field *f, const void *row);

/* Above zero, and with the kernel's private ones (ERESTARTSYS) */
int kernel_errno_name(char *to, size_t size, uint32_t err);
int kernel_errno_field(char *to, size_t size, const struct field *f, const void *row);
/* Name or number; 0 or -EINVAL, silent */
int kernel_errno_parse(const char *text, uint32_t *to);

#endif
