// SPDX-License-Identifier: GPL-2.0-or-later
#include "suggest.h"

#include "base/near.h"
#include "elf_functions.h"

#include <stdio.h>
#include <string.h>

static char hint[NEAREST_HINT];

static const char *among(const struct functions *f, const char *wanted)
{
	struct nearest nearest;

	nearest_begin(&nearest, wanted);
	for (size_t i = 0; i < f->n; i++)
		nearest_offer(&nearest, f->list[i].name);
	nearest_hint(hint, sizeof(hint), &nearest);
	return hint;
}

const char *suggest_kernel_function(const char *name)
{
	struct functions all = {0};

	*hint = '\0';
	if (!functions_of_kernel(&all, "*", false))
		among(&all, name);
	functions_free(&all);
	return hint;
}

/* Several categories have such names only by chance: the first in the kernel's list is suggested. */
static const char *with_category(const struct functions *f, const char *wanted)
{
	for (size_t i = 0; i < f->n; i++) {
		const char *colon = strchr(f->list[i].name, ':');

		if (!colon || strcmp(colon + 1, wanted) || strlen(f->list[i].name) >= NEAREST_NAME)
			continue;
		snprintf(hint, sizeof(hint), "; did you mean %s?", f->list[i].name);
		return hint;
	}
	return among(f, wanted);
}

const char *suggest_tracepoint(const char *name)
{
	struct functions all = {0};

	*hint = '\0';
	if (!functions_tracepoints(&all, "*", false))
		with_category(&all, name);
	functions_free(&all);
	return hint;
}

const char *suggest_function_of_file(const char *path, const char *name)
{
	struct functions all = {0};

	*hint = '\0';
	if (!functions_of_file(&all, path, "*", false))
		among(&all, name);
	functions_free(&all);
	return hint;
}

/* Of "libc.so.6" both "libc.so.6" and "libc" are names that library_find() takes. */
static void offer_file(void *nearest, const char *name)
{
	const char *so = strstr(name, ".so");
	char stem[NEAREST_NAME];

	if (so && so > name && (size_t)(so - name) < sizeof(stem)) {
		snprintf(stem, sizeof(stem), "%.*s", (int)(so - name), name);
		nearest_offer(nearest, stem);
	}
	nearest_offer(nearest, name);
}

const char *suggest_library(const char *name)
{
	struct nearest nearest;

	*hint = '\0';
	if (strchr(name, '/'))
		return hint;
	nearest_begin(&nearest, name);
	library_each(offer_file, &nearest);
	nearest_hint(hint, sizeof(hint), &nearest);
	return hint;
}
