/* SPDX-License-Identifier: GPL-2.0-or-later */
/* errnos.h - names of errors, including those that only the kernel uses (ERESTARTSYS). Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ERRNO_LAST 4095 /* MAX_ERRNO */

/* Is it an error in place of a result, or of a pointer (IS_ERR_VALUE() in include/linux/err.h)? */
static inline bool errno_result(int64_t result)
{
	return result < 0 && result >= -ERRNO_LAST;
}

struct field;

int errno_name(char *to, size_t size, int err); /* "ENOENT" for 2 or -2, or the number if unknown */
/* A format() of a 32-bit result: "-" if it is no error */
int errno_field(char *to, size_t size, const struct field *f, const void *row);

/* For field->known of such a member: is it an error? */
bool errno_is(const struct field *f, const void *row);

/* Of an error above zero, which may be private to the kernel: "ENOENT", or the number if unknown. As snprintf() */
int kernel_errno_name(char *to, size_t size, uint32_t err);
/* A format() of it */
int kernel_errno_field(char *to, size_t size, const struct field *f, const void *row);
int kernel_errno_parse(const char *text, uint32_t *to); /* a name or a number; 0 or -EINVAL, prints nothing */
