/* SPDX-License-Identifier: GPL-2.0-or-later */
/* open_flags.h - the flags of open() by name. Pure. */
#ifndef KTALLY_OPEN_FLAGS_H
#define KTALLY_OPEN_FLAGS_H

#include <ktally/opensnoop.h>
#include <stddef.h>
#include <stdint.h>

struct field;

/* "O_WRONLY|O_CREAT|O_TRUNC", numbers for unknown bits, "?" for OPEN_FLAGS_UNKNOWN; the length */
int open_flags_text(char *to, size_t size, uint32_t flags);
/* A format() of a member that holds flags */
int open_flags_field(char *to, size_t size, const struct field *f, const void *row);
/* "0644" where a file may be made, else "-" */
int open_mode_text(char *to, size_t size, uint32_t flags, uint32_t mode);

/* "O_CREAT", "creat,rdwr", ... : any of them; 0, or -EINVAL with the offending name in *bad (length *n) */
int open_flags_parse(const char *text, struct open_flags *to, const char **bad, size_t *n);

#endif
