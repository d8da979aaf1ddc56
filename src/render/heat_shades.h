/* SPDX-License-Identifier: GPL-2.0-or-later */
/* heat_shades.h - the colours of a heat map: cividis, which everybody sees alike, dark for one and bright for many.
 * Pure. */
#pragma once

#include <stdint.h>

#define HEAT_SHADES 32

/* Colours 1 to HEAT_SHADES; 0 is for nothing */
void heat_shades(uint32_t colors[HEAT_SHADES + 1]);
/* The colour of a count, on a logarithmic scale up to most; 0 only for 0 */
unsigned char heat_shade(uint64_t count, uint64_t most);
