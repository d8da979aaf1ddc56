// SPDX-License-Identifier: GPL-2.0-or-later
/* Finds functions of programs and libraries in ELF symbol tables, and finds the files. */
#include "elf_functions.h"

#include "cxx_names.h"
#include "elf_symbols.h"
#include "pattern.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct search {
	struct functions *to;
	struct pattern pattern;
	const char *cxx; /* a name of C++ instead, or NULL */
};

static int add_matching(void *arg, const struct elf_symbol *symbol)
{
	struct search *s = arg;

	if (symbol->chooses)
		return 0;
	if (s->cxx ? !cxx_name_matches(symbol->name, s->cxx) : !pattern_matches(&s->pattern, symbol->name))
		return 0;
	return functions_add(s->to, symbol->name, symbol->offset);
}

/* A plain name that is no symbol may be the last part of one of C++. */
static int visit_symbols(Elf *elf, struct search *s, const char *text)
{
	size_t before = s->to->n;
	int err = elf_symbols_visit(elf, elf, add_matching, s);

	if (err || s->to->n > before || s->cxx || !s->pattern.plain)
		return err;
	s->cxx = text;
	return elf_symbols_visit(elf, elf, add_matching, s);
}

int functions_of_file(struct functions *f, const char *path, const char *text, bool regex)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;
	struct search s = {.to = f, .cxx = !regex && cxx_is_name(text) ? text : NULL};
	Elf *elf;

	if (fd < 0)
		return -errno;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	err = elf && elf_kind(elf) == ELF_K_ELF ? pattern_init(&s.pattern, text, regex) : -ENOEXEC;
	if (!err) {
		err = visit_symbols(elf, &s, text);
		pattern_free(&s.pattern);
	}
	elf_end(elf);
	close(fd);
	return err;
}

static bool try_path(char *path, size_t size, const char *folder, int length, const char *name)
{
	return snprintf(path, size, "%.*s/%s", length, folder, name) < (int)size && !access(path, R_OK);
}

static bool in_list(char *path, size_t size, const char *folders, const char *name)
{
	for (const char *at = folders; at && *at; at += strcspn(at, ":") + (at[strcspn(at, ":")] == ':'))
		if (try_path(path, size, at, (int)strcspn(at, ":"), name))
			return true;
	return false;
}

/* The folders that distributions use: the dynamic loader's cache has no stable format. */
static const char folders[] = "/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/lib/aarch64-linux-gnu:"
							  "/usr/lib/aarch64-linux-gnu:/lib64:/usr/lib64:/lib:/usr/lib";

int library_find(const char *name, char *path, size_t size)
{
	/* Names with a number come first: lib*.so alone may be a linker script. */
	static const char *const forms[] = {"%s",	   "lib%s.so.6", "%s.so.6",	   "lib%s.so.0", "%s.so.0", "lib%s.so.1",
										"%s.so.1", "lib%s.so.2", "lib%s.so.3", "lib%s.so",	 "%s.so"};
	char file[256];

	if (strchr(name, '/'))
		return snprintf(path, size, "%s", name) < (int)size && !access(path, R_OK) ? 0 : -ENOENT;
	if (in_list(path, size, getenv("PATH"), name))
		return 0;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		snprintf(file, sizeof(file), forms[i], name);
		if (in_list(path, size, folders, file))
			return 0;
	}
	return -ENOENT;
}

static bool parts(const char *text, const char *at)
{
	return *at == ':' && at[1] != ':' && (at == text || at[-1] != ':');
}

const char *library_colon(const char *text, char *path, size_t size)
{
	char name[4096];

	for (const char *at = text + strlen(text); at-- > text;)
		if (parts(text, at) && snprintf(name, sizeof(name), "%.*s", (int)(at - text), text) < (int)sizeof(name) &&
			!library_find(name, path, size))
			return at;
	return NULL;
}

static void each_in(const char *folder, size_t length, void (*visit)(void *arg, const char *name), void *arg)
{
	char path[4096];
	const struct dirent *entry;
	DIR *open_folder;

	if (snprintf(path, sizeof(path), "%.*s", (int)length, folder) >= (int)sizeof(path) ||
		!(open_folder = opendir(path)))
		return;
	while ((entry = readdir(open_folder)))
		if (*entry->d_name != '.')
			visit(arg, entry->d_name);
	closedir(open_folder);
}

void library_each(void (*visit)(void *arg, const char *name), void *arg)
{
	const char *const lists[] = {getenv("PATH"), folders};

	for (int i = 0; i < 2; i++)
		for (const char *at = lists[i]; at && *at; at += strcspn(at, ":") + (at[strcspn(at, ":")] == ':'))
			each_in(at, strcspn(at, ":"), visit, arg);
}
