// SPDX-License-Identifier: GPL-2.0-or-later
#include "path_search.h"

#include "glob.h"

#include <string.h>

int path_search_build(struct open_search *to, const char *text)
{
	struct probe_glob g;
	size_t length = strlen(text);
	int err = probe_glob_is(text) ? probe_glob_compile(&g, text, length) : probe_glob_part(&g, text, length);

	memset(to, 0, sizeof(*to));
	if (err)
		return err;
	memcpy(to->follow, g.follow, sizeof(to->follow));
	to->loop = g.loop;
	to->accept = g.accept;
	return 0;
}

bool path_search_finds_in(const struct open_search *search, const char *path, size_t n)
{
	__u64 states = 1;

	for (size_t i = 0; search->accept && i < n; i++)
		states = open_search_step(search, states, (unsigned char)path[i]);
	return !search->accept || states & search->accept;
}

bool path_search_finds(const struct open_search *search, const char *path)
{
	return path_search_finds_in(search, path, strlen(path));
}
