// SPDX-License-Identifier: GPL-2.0-or-later
#include "functions.h"

#include "ksyms.h"
#include "pattern.h"
#include "tracefs.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

int functions_add(struct functions *f, const char *name, uint64_t address)
{
	char *copy = strdup(name);

	if (copy && f->n == f->room) {
		size_t room = f->room ? 2 * f->room : 256;
		struct function *list = realloc(f->list, room * sizeof(*list));

		if (list) {
			f->list = list;
			f->room = room;
		}
	}
	if (!copy || f->n == f->room) {
		free(copy);
		return -ENOMEM;
	}
	f->list[f->n++] = (struct function){.name = copy, .address = address};
	return 0; /* cppcheck-suppress memleak ; the list owns it */
}

void functions_free(struct functions *f)
{
	for (size_t i = 0; i < f->n; i++)
		free(f->list[i].name);
	free(f->list);
	for (size_t i = 0; i < f->nglobs; i++)
		free(f->globs[i]);
	*f = (struct functions){0};
}

static int compare(const void *a, const void *b)
{
	const struct function *x = a, *y = b;
	int names = strcmp(x->name, y->name);

	return names ? names : x->address < y->address ? -1 : x->address > y->address;
}

void functions_sort(struct functions *f)
{
	size_t kept = 0;

	if (f->n)
		qsort(f->list, f->n, sizeof(*f->list), compare);
	for (size_t i = 0; i < f->n; i++) {
		if (kept && !compare(&f->list[kept - 1], &f->list[i])) {
			if (f->list[i].line != f->list[kept - 1].line) /* unless two patterns found the same function */
				f->list[kept - 1].line = 0;
			free(f->list[i].name);
		} else {
			f->list[kept++] = f->list[i];
		}
	}
	f->n = kept;
}

static int compare_name(const void *name, const void *function)
{
	return strcmp(name, ((const struct function *)function)->name);
}

/* Orders by address, plain names first: malloc before __libc_malloc and __malloc. */
static int compare_places(const void *a, const void *b)
{
	const struct function *x = a, *y = b;
	size_t under = strspn(x->name, "_"), more = strspn(y->name, "_");

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return under != more ? under < more ? -1 : 1 : strcmp(x->name, y->name);
}

void functions_drop_aliases(struct functions *f, size_t from)
{
	size_t kept = from;

	if (f->n == from)
		return;
	qsort(f->list + from, f->n - from, sizeof(*f->list), compare_places);
	for (size_t i = from; i < f->n; i++) {
		if (kept > from && f->list[kept - 1].address == f->list[i].address)
			free(f->list[i].name);
		else
			f->list[kept++] = f->list[i];
	}
	f->n = kept;
	qsort(f->list + from, f->n - from, sizeof(*f->list), compare);
}

static bool in_globs(const struct functions *f, const char *name)
{
	for (size_t i = 0; i < f->nglobs; i++)
		if (!fnmatch(f->globs[i], name, 0))
			return true;
	return false;
}

const char *functions_next_word(const struct functions *f, size_t *at)
{
	while (*at < f->nglobs + f->n) {
		size_t i = (*at)++;

		if (i < f->nglobs)
			return f->globs[i];
		if (!in_globs(f, f->list[i - f->nglobs].name))
			return f->list[i - f->nglobs].name;
	}
	return NULL;
}

bool functions_find(const struct functions *f, const char *name)
{
	return f->n && bsearch(name, f->list, f->n, sizeof(*f->list), compare_name);
}

/* NAMES: "name [module]". KALLSYMS: "ffffffff81000000 t name [module]" */
enum layout { NAMES, KALLSYMS };

/* Cuts the name out in place: sscanf() is too slow for tens of thousands of lines. NULL: not a function */
static char *name_in(char *line, enum layout layout)
{
	char *name = line;

	if (layout == KALLSYMS) {
		name = strchr(line, ' ');
		if (!name || !name[1] || !strchr("tTwW", name[1]) || name[2] != ' ')
			return NULL;
		name += 3;
	}
	name[strcspn(name, " \t\n")] = '\0';
	return *name ? name : NULL;
}

/* True if "[module]" follows the NUL that name_in() has put after the name. */
static bool is_of_module(const char *name)
{
	return name[strlen(name) + 1] == '[';
}

static int read_list(struct functions *f, FILE *file, enum layout layout, const struct pattern *p)
{
	char line[513] = ""; /* is_of_module() reads one byte after the longest line */
	uint64_t number = 0;
	int err = 0;

	while (!err && fgets(line, sizeof(line) - 1, file)) {
		const char *name = name_in(line, layout);

		number++;
		if (!name || !(pattern_matches(p, name) || pattern_matches_clone(p, name)))
			continue;
		err = functions_add(f, name, 0);
		f->of_modules |= is_of_module(name);
		if (!err && layout == NAMES)
			f->list[f->n - 1].line = number;
	}
	return err;
}

static FILE *open_tracing(const char *name)
{
	struct why unused;
	/* It goes first: libtracefs would mount tracefs. */
	char *path = tracefs_find_readable(&unused) ? NULL : tracefs_get_tracing_file(name);
	FILE *file = path ? fopen(path, "re") : NULL;

	tracefs_put_tracing_file(path);
	return file;
}

/* Under lockdown tracefs' list is readable but empty. */
static FILE *open_list(enum layout *layout)
{
	FILE *file = open_tracing("available_filter_functions");
	int first = file ? fgetc(file) : EOF;

	*layout = NAMES;
	if (first != EOF) {
		ungetc(first, file);
		return file;
	}
	if (file)
		fclose(file);
	*layout = KALLSYMS;
	return fopen("/proc/kallsyms", "re");
}

/* Only globs that ftrace reads in the same way: not brackets, nor a leading digit or "!". */
static void note_glob(struct functions *f, const struct pattern *p)
{
	char *copy;

	if (!p->glob || p->plain || f->nglobs == FUNCTIONS_GLOBS || (*p->glob >= '0' && *p->glob <= '9') ||
		p->glob[strspn(p->glob, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.*?")])
		return;
	copy = strdup(p->glob);
	if (copy)
		f->globs[f->nglobs++] = copy;
}

static int read_listed(struct functions *f, const char *text, bool regex)
{
	enum layout layout;
	struct pattern p;
	int err = pattern_init(&p, text, regex);
	FILE *file;

	if (err)
		return err;
	file = open_list(&layout);
	err = file ? read_list(f, file, layout, &p) : -errno;
	if (!err && layout == NAMES)
		note_glob(f, &p);
	if (file)
		fclose(file);
	pattern_free(&p);
	return err;
}

static int read_other_name(const char *name, void *functions)
{
	struct functions *f = functions;
	size_t before = f->n;
	int err = read_listed(f, name, false);

	return err ? err : f->n > before;
}

/* ftrace lists a function by one of its names: __do_sys_getppid for __x64_sys_getppid. */
static int read_by_address(struct functions *f, const char *name)
{
	uint64_t address;
	int result = ksym_address(name, &address) ? 0 : ksym_each_at(address, read_other_name, f);

	return result < 0 ? result : 0;
}

int functions_of_kernel(struct functions *f, const char *text, bool regex)
{
	size_t before = f->n;
	int err = read_listed(f, text, regex);

	if (!err && f->n == before && !regex) /* a glob with wildcards is no symbol, and is not found */
		err = read_by_address(f, text);
	return err;
}

int functions_tracepoints(struct functions *f, const char *text, bool regex)
{
	FILE *file = open_tracing("available_events");
	char line[256];
	struct pattern p;
	int err = file ? pattern_init(&p, text, regex) : -errno;

	if (!file)
		return err;
	while (!err && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		if (pattern_matches(&p, line))
			err = functions_add(f, line, 0);
	}
	fclose(file);
	pattern_free(&p);
	return err;
}
