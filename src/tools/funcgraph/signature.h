/* SPDX-License-Identifier: GPL-2.0-or-later */
/* signature.h - arguments and results of kernel functions as text, by the types that the kernel's BTF gives them. */
#pragma once

#include "funcgraph.h"

/* "file=0xffff888003a4e300, count=832". between: what stands between a name and its value, and behind each but the
 * last; a NUL for JSON. Without types the registers as they are. The length, below size */
int signature_arguments(char *to, size_t size, const struct graph_row *row, char between);
/* What row->result is: of an int the lower half of the register */
int64_t signature_number(const struct graph_row *row);
/* row->ret by its type: "832", "0xffff...", "-ENOENT". As snprintf() */
int signature_result(char *to, size_t size, const struct graph_row *row);
/* Does it return something, as far as is known? */
bool signature_returns(const struct graph_row *row);

void signatures_free(void);
