// SPDX-License-Identifier: GPL-2.0-or-later
#include "bar.h"

#include <stdio.h>

void bar_print(uint64_t count, uint64_t most, int width)
{
	int n = count ? (int)((double)count / (double)most * width) : 0;

	if (count && !n)
		n = 1;
	putchar('|');
	for (int i = 0; i < width; i++)
		putchar(i < n ? '#' : ' ');
	fputs("|\n", stdout);
}
