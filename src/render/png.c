// SPDX-License-Identifier: GPL-2.0-or-later
#include "png.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define CHUNK_EXTRA 12 /* length, name, checksum */

struct file {
	unsigned char *at;
	size_t n;
};

static void add(struct file *f, const void *from, size_t n)
{
	memcpy(f->at + f->n, from, n);
	f->n += n;
}

static void add_number(struct file *f, uint32_t n)
{
	const unsigned char bytes[] = {(unsigned char)(n >> 24), (unsigned char)(n >> 16), (unsigned char)(n >> 8),
								   (unsigned char)n};

	add(f, bytes, sizeof(bytes));
}

static void add_chunk(struct file *f, const char *name, const void *data, size_t n)
{
	size_t from;

	add_number(f, (uint32_t)n);
	from = f->n;
	add(f, name, 4);
	add(f, data, n);
	add_number(f, (uint32_t)crc32(0, f->at + from, (uInt)(n + 4)));
}

static void add_header(struct file *f, const struct png *p)
{
	unsigned char bytes[13];
	struct file header = {bytes, 0};

	add(f, "\x89PNG\r\n\x1a\n", 8);
	add_number(&header, p->width);
	add_number(&header, p->height);
	add(&header, "\x08\x03\0\0\0", 5); /* 8 bits a pixel, a palette; not interlaced */
	add_chunk(f, "IHDR", bytes, header.n);
}

static void add_colors(struct file *f, const struct png *p)
{
	unsigned char colors[3 * PNG_COLORS];

	for (unsigned i = 0; i < p->ncolors; i++)
		for (unsigned c = 0; c < 3; c++)
			colors[3 * i + c] = (unsigned char)(p->colors[i] >> (16 - 8 * c));
	add_chunk(f, "PLTE", colors, 3 * (size_t)p->ncolors);
	add_chunk(f, "tRNS", "\0", 1);
}

/* A byte before each row says how it is filtered: not at all. NULL without memory */
static unsigned char *compress_rows(const struct png *p, uLongf *n)
{
	size_t row = (size_t)p->width + 1, size = row * p->height;
	unsigned char *rows = calloc(1, size), *packed;

	*n = compressBound((uLong)size);
	packed = malloc(*n);
	for (uint32_t y = 0; rows && y < p->height; y++)
		memcpy(rows + y * row + 1, p->pixels + (size_t)y * p->width, p->width);
	if (!rows || !packed || compress2(packed, n, rows, (uLong)size, Z_BEST_COMPRESSION) != Z_OK) {
		free(packed);
		packed = NULL;
	}
	free(rows);
	return packed;
}

static void write_base64(FILE *to, const unsigned char *from, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < n; i += 3) {
		uint32_t three = (uint32_t)from[i] << 16 | (uint32_t)(i + 1 < n ? from[i + 1] : 0) << 8 |
						 (uint32_t)(i + 2 < n ? from[i + 2] : 0);

		fputc(digits[three >> 18], to);
		fputc(digits[three >> 12 & 63], to);
		fputc(i + 1 < n ? digits[three >> 6 & 63] : '=', to);
		fputc(i + 2 < n ? digits[three & 63] : '=', to);
	}
}

int png_write(FILE *to, const struct png *p)
{
	uLongf n;
	unsigned char *packed = compress_rows(p, &n);
	struct file f = {packed ? malloc(n + 3UL * PNG_COLORS + 5UL * CHUNK_EXTRA + 64) : NULL, 0};

	if (f.at) {
		add_header(&f, p);
		add_colors(&f, p);
		add_chunk(&f, "IDAT", packed, n);
		add_chunk(&f, "IEND", "", 0);
		fputs("data:image/png;base64,", to);
		write_base64(to, f.at, f.n);
	}
	free(packed);
	free(f.at);
	return f.at ? 0 : -ENOMEM;
}
