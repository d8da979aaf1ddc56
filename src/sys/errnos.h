/* SPDX-License-Identifier: GPL-2.0-or-later */
/* errnos.h - names of errors as the kernel returns them, including its private ones (ERESTARTSYS). */
#ifndef KTALLY_ERRNOS_H
#define KTALLY_ERRNOS_H

#include <stddef.h>
#include <stdint.h>

#define ERRNO_LAST 4095 /* MAX_ERRNO: results from -4095 to -1 are errors */

int kernel_errno_name(char *to, size_t size, uint32_t err); /* "ENOENT", or the number if unknown; the length */
int kernel_errno_parse(const char *text, uint32_t *to);		/* a name or a number; 0 or -EINVAL, prints nothing */

#endif
