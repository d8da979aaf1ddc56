/* SPDX-License-Identifier: GPL-2.0-or-later */
/* go.h - a load that is started before it is traced: with GO in its environment it waits for a byte on standard input.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>

static inline void wait_for_go(void)
{
	if (getenv("GO"))
		(void)getchar();
}
