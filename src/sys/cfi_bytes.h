/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cfi_bytes.h - reads the numbers of DWARF from untrusted bytes of this machine's order. Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is left to read. Reading behind the end gives 0 and sets `bad`; nothing more can be read then. */
struct cfi_bytes {
	const uint8_t *at, *end;
	bool bad;
};

uint64_t cfi_unsigned(struct cfi_bytes *b, size_t bytes); /* at most 8 */
int64_t cfi_signed(struct cfi_bytes *b, size_t bytes);
uint64_t cfi_uleb(struct cfi_bytes *b);
int64_t cfi_sleb(struct cfi_bytes *b);
struct cfi_bytes cfi_block(struct cfi_bytes *b, uint64_t bytes); /* takes that many away from b */
const char *cfi_string(struct cfi_bytes *b);					 /* with its NUL, or "" */
