// SPDX-License-Identifier: GPL-2.0-or-later
#include "lanes.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

static uint64_t least(const uint64_t *ends, uint32_t node)
{
	uint64_t a = ends[2 * (size_t)node], b = ends[2 * (size_t)node + 1];

	return a < b ? a : b;
}

/* Lanes that are new are free from 0 on. */
static int grow(struct lanes *l)
{
	uint32_t room = l->room ? 2 * l->room : 1;
	uint64_t *ends = room <= INT_MAX / 2 ? calloc(2 * (size_t)room, sizeof(*ends)) : NULL;

	if (!ends)
		return -ENOMEM;
	for (uint32_t i = 0; i < l->room; i++)
		ends[room + i] = l->ends[l->room + i];
	for (uint32_t node = room - 1; node; node--)
		ends[node] = least(ends, node);
	free(l->ends);
	l->ends = ends;
	l->room = room;
	return 0;
}

int lanes_take(struct lanes *l, uint64_t start, uint64_t end)
{
	uint32_t node = 1;

	if ((!l->room || l->ends[1] > start) && grow(l))
		return -ENOMEM;
	while (node < l->room)
		node = 2 * node + (l->ends[2 * (size_t)node] > start);
	l->ends[node] = end;
	for (uint32_t up = node / 2; up; up /= 2)
		l->ends[up] = least(l->ends, up);
	return (int)(node - l->room);
}

void lanes_free(struct lanes *l)
{
	free(l->ends);
	*l = (struct lanes){0};
}
