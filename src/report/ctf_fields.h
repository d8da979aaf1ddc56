/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ctf_fields.h - rows in the Common Trace Format 1.8: what the metadata says of their fields, and their bytes. Pure. */
#pragma once

#include "dat/bytes.h"
#include "row_fields.h"

/* The members of the struct of an event, in TSDL */
void ctf_declare(struct bytes *to, const struct row_fields *r);
void ctf_row(struct bytes *to, const struct row_fields *r, const void *row);
/* A text between quotation marks, as TSDL wants it */
void ctf_string(struct bytes *to, const char *text);
