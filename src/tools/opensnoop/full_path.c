// SPDX-License-Identifier: GPL-2.0-or-later
#include "full_path.h"

#include <stdio.h>
#include <string.h>

/* Folders stand behind the path, innermost first, so they are printed from the last one on; then the path. */
int full_path(char *to, size_t size, const struct open_row *row)
{
	const char *names[OPEN_DEPTH], *at = row->path + row->length;
	size_t count = 0, n = 0;

	for (; count < row->nfolders && count < OPEN_DEPTH; at += strlen(at) + 1)
		names[count++] = at;
	if (row->cut)
		n += (size_t)snprintf(to, size, "[...]");
	while (count && n < size)
		n += (size_t)snprintf(to + n, size - n, "/%s", names[--count]);
	if (n < size)
		n += (size_t)snprintf(to + n, size - n, "%s%s", row->resolved ? "/" : "", row->path);
	return (int)n;
}
