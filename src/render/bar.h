/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bar.h - the bar of a row of a histogram. */
#pragma once

#include <stdint.h>

/* Prints "|###   |" and a newline, width columns between the lines. The length is linear, but a count has at least one
 * mark: an outlier is what people look for. */
void bar_print(uint64_t count, uint64_t most, int width);
