/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * out.h - text of bounded length, and untrusted bytes in it as strace quotes them. Pure.
 *
 * What does not fit is left out; the text always ends with a NUL. A writer need not check: `cut` says it at the end.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An item is what stands between two commas on the outermost level: one argument, mostly. */
#define TEXT_ITEMS 16
struct text_item {
	uint32_t at, length;
};

struct text_out {
	char *to;
	size_t size, length;
	bool cut;
	unsigned nitems;
	struct text_item items[TEXT_ITEMS];
};

struct text_out out_to(char *to, size_t size);
void out_char(struct text_out *o, char c);
void out_text(struct text_out *o, const char *text);
void out_format(struct text_out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
void out_hex(struct text_out *o, uint64_t value);	/* "0x1f", "0" as printf's %#x has it */
void out_octal(struct text_out *o, uint64_t value); /* "0644", "0", "000" for what has fewer digits */

enum out_hex { OUT_PLAIN, OUT_HEX_NON_ASCII, OUT_HEX };
/* The bytes without quotes around them: \n, \", \\, \33. C's octal escapes are as short as the next byte allows */
void out_escaped(struct text_out *o, const void *bytes, size_t n, enum out_hex hex);
