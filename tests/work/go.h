/* SPDX-License-Identifier: GPL-2.0-or-later */
/* go.h - a load that is started before it is traced: with GO in its environment it waits for a byte on standard input.
 * With STAY it waits for another one at its end, so that what the kernel knows of it can be read.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>

static inline void wait_for_go(void)
{
	if (getenv("GO"))
		(void)getchar();
}

static inline void wait_to_stay(void)
{
	fflush(stdout);
	if (getenv("STAY"))
		(void)getchar();
}
