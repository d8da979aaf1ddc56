// SPDX-License-Identifier: GPL-2.0-or-later
#include "list.h"

#include "base/log.h"
#include "base/output.h"
#include "probe/fields.h"
#include "probe/names.h"
#include "sys/elf_functions.h"
#include "sys/tracefs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

static void print_line(const char *text)
{
	output_escaped(text);
	putchar('\n');
}

static int print(struct functions *f, int err, const char *pattern, const char *what)
{
	functions_sort(f);
	for (size_t i = 0; i < f->n; i++)
		print_line(f->list[i].name);
	if (err)
		fail(err, "%s: %s", pattern, err == -EINVAL ? "not a pattern" : strerror(-err));
	else if (!f->n)
		fail(-ENOENT, "no %s %s", what, pattern);
	err = err || !f->n;
	functions_free(f);
	return err ? EXIT_FAILED : EXIT_DONE;
}

static bool has_tracefs(void)
{
	struct why why;
	int err = tracefs_find_readable(&why);

	return !err || !fail(err, "%s", why.text);
}

int generic_list_tracepoints(const char *pattern)
{
	struct functions f = {0};

	if (!has_tracefs())
		return EXIT_CANNOT_TRACE;
	return print(&f, functions_tracepoints(&f, pattern ? pattern : "*", false), pattern ? pattern : "*", "tracepoint");
}

int generic_list_functions(const char *pattern)
{
	struct functions f = {0};

	return print(&f, functions_of_kernel(&f, pattern ? pattern : "*", false), pattern ? pattern : "*",
				 "kernel function");
}

/* Finds the program, its path into `path`, and its functions, for which *err is 0 or -errno. 0 or an exit status */
static int find_user(struct functions *f, const char *target, char *path, size_t size, int *err)
{
	const char *colon = library_colon(target, path, size);

	if (!colon && library_find(target, path, size))
		return fail(EXIT_FAILED, "no program or library %.*s: give its path", (int)strcspn(target, ":"), target);
	*err = functions_of_file(f, path, colon ? colon + 1 : "*", false);
	return 0;
}

int generic_list_user(const char *target)
{
	struct functions f = {0};
	char path[4096];
	int err = 0, status = find_user(&f, target, path, sizeof(path), &err);

	return status ? status : print(&f, err, target, "function in");
}

int generic_show_user_prototypes(const char *target)
{
	struct functions f = {0};
	char path[4096], text[2048];
	int err = 0, status = find_user(&f, target, path, sizeof(path), &err);

	if (!status && (err || !f.n))
		status = fail(EXIT_FAILED, "no function in %s", target);
	if (!status)
		functions_sort(&f);
	for (size_t i = 0; i < f.n && !status; i++)
		if (probe_user_prototype(text, sizeof(text), path, f.list[i].address))
			status = EXIT_FAILED;
		else
			print_line(text);
	functions_free(&f);
	return status;
}

int generic_show_format(const char *name)
{
	struct probe p = {0};
	char *text;

	if (!has_tracefs())
		return EXIT_CANNOT_TRACE;
	if (probe_tracepoint(&p, name))
		return EXIT_FAILED;
	text = tracefs_event_file_read(NULL, p.symbol, p.name, "format", NULL);
	if (text)
		fputs(text, stdout);
	free(text);
	probe_free(&p);
	return EXIT_DONE;
}

int generic_show_prototype(const char *function)
{
	char text[2048];

	if (probe_prototype(text, sizeof(text), function))
		return EXIT_FAILED;
	print_line(text);
	return EXIT_DONE;
}
