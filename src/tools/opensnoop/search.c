// SPDX-License-Identifier: GPL-2.0-or-later
#include "search.h"

#include "probe/glob.h"

#include <string.h>

int search_build(struct open_search *to, const char *text)
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

bool search_finds(const struct open_search *search, const char *path)
{
	__u64 states = 1;

	for (; search->accept && *path; path++)
		states = open_search_step(search, states, (unsigned char)*path);
	return !search->accept || states & search->accept;
}
