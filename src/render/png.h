/* SPDX-License-Identifier: GPL-2.0-or-later */
/* png.h - a picture of at most 256 colours as PNG, inside a data: URI. Pure. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define PNG_COLORS 64

struct png {
	uint32_t width, height;
	const unsigned char *pixels; /* width * height indices of colours, the uppermost row first */
	const uint32_t *colors;		 /* 0xRRGGBB; colour 0 is transparent, whatever it is here */
	unsigned ncolors;			 /* at most PNG_COLORS */
};

/* Writes "data:image/png;base64,..." 0 or -ENOMEM; errors of writing are the stream's. */
int png_write(FILE *to, const struct png *p);
