// SPDX-License-Identifier: GPL-2.0-or-later
#include "ramp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define STEPS 12

/* inferno (Smith and van der Walt, CC0) without the darkest quarter of its range. `indexed` is a near colour of the 256
 * that terminals have; they grow lighter step by step. */
static const struct shade {
	unsigned char r, g, b, indexed;
} shades[STEPS] = {
	{87, 16, 110, 53},	 {110, 25, 110, 89},  {133, 33, 107, 125}, {156, 41, 100, 161},
	{179, 50, 90, 166},	 {199, 62, 76, 202},  {217, 77, 61, 208},  {231, 95, 44, 214},
	{243, 120, 25, 220}, {250, 150, 10, 226}, {250, 193, 39, 227}, {252, 255, 164, 229},
};

static const char characters[] = ".:-=+*#%@";

double ramp_share(uint64_t count, uint64_t most)
{
	return most > 1 ? log((double)count) / log((double)most) : 0;
}

static size_t append(char *text, size_t at, const char *more)
{
	size_t n = strlen(more);

	memcpy(text + at, more, n + 1);
	return at + n;
}

size_t ramp_reset(char *text, size_t at, enum color_level color)
{
	return color ? append(text, at, "\033[0m") : at;
}

static size_t colored(char *text, size_t at, enum color_level color, int step, char mark)
{
	const struct shade *s = &shades[step];
	int ink = step < STEPS / 2 ? 97 : 30; /* white on dark, black on light */
	char cell[64];

	if (color == COLOR_TRUE)
		snprintf(cell, sizeof(cell), "\033[%d;48;2;%d;%d;%dm%c", ink, s->r, s->g, s->b, mark ? mark : ' ');
	else
		snprintf(cell, sizeof(cell), "\033[%d;48;5;%dm%c", ink, s->indexed, mark ? mark : ' ');
	return append(text, at, cell);
}

size_t ramp_cell(char *text, size_t at, enum color_level color, double share, char mark)
{
	char plain[2] = {mark ? mark : ' ', 0};

	if (share < 0)
		return append(text, ramp_reset(text, at, color), plain);
	if (share > 1)
		share = 1;
	if (color)
		return colored(text, at, color, (int)lround(share * (STEPS - 1)), mark);
	if (!mark)
		plain[0] = characters[lround(share * (double)(sizeof(characters) - 2))];
	return append(text, at, plain);
}
