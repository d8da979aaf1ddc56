// SPDX-License-Identifier: GPL-2.0-or-later
#include "heat_shades.h"

#include "ramp.h"

#include <math.h>
#include <stddef.h>

#define POINTS 10

/* Ten points of cividis (Nunez, Anderton, Renslow 2018), between which colours are mixed */
static const uint32_t points[POINTS] = {0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173,
										0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838};

static uint32_t mix(uint32_t a, uint32_t b, double share)
{
	uint32_t mixed = 0;

	for (int shift = 16; shift >= 0; shift -= 8) {
		uint32_t from = a >> shift & 255, to = b >> shift & 255;

		mixed |= (uint32_t)lround(from * (1 - share) + to * share) << shift;
	}
	return mixed;
}

void heat_shades(uint32_t colors[HEAT_SHADES + 1])
{
	colors[0] = 0xffffff;
	for (int i = 0; i < HEAT_SHADES; i++) {
		double at = (double)(POINTS - 1) * i / (HEAT_SHADES - 1);
		size_t from = at < POINTS - 2 ? (size_t)at : POINTS - 2;

		colors[i + 1] = mix(points[from], points[from + 1], at - (double)from);
	}
}

unsigned char heat_shade(uint64_t count, uint64_t most)
{
	if (!count)
		return 0;
	return (unsigned char)(1 + lround(ramp_share(count, most) * (HEAT_SHADES - 1)));
}
