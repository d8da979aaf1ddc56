/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * source_text.h - the lines of a source file that debug information names. The name is whatever a program says: only a
 * regular file is read, and only its first 64 MB.
 */
#pragma once

#include <stddef.h>

struct source_text {
	char *text;
	const char **lines; /* without their ends; [0] is line 1 */
	size_t n;
};

/* `folder`: where the sources are, if not where they were compiled; NULL. Looks there for the whole name, then for its
 * end. 0 or -errno */
int source_text_read(struct source_text *to, const char *name, const char *folder);
void source_text_free(struct source_text *t);
