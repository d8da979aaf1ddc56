/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bytes.h - a buffer that grows, for what is written to a recording, and reading numbers out of one. Numbers are
 * little-endian, whatever the machine. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is an empty buffer. Without memory `failed` is set, and nothing more is added. */
struct bytes {
	unsigned char *at;
	size_t n, room;
	bool failed;
};

void bytes_add(struct bytes *b, const void *data, size_t n);
void bytes_number(struct bytes *b, uint64_t value, size_t size);
void bytes_text(struct bytes *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bytes_zeros(struct bytes *b, size_t n);
void bytes_free(struct bytes *b);

uint64_t bytes_get(const void *from, size_t size);
void bytes_put(void *to, uint64_t value, size_t size);
