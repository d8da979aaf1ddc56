// SPDX-License-Identifier: GPL-2.0-or-later
#include "user.h"

#include "base/log.h"
#include "sys/elf_functions.h"
#include "sys/elf_probes.h"
#include "sys/suggest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int targets_bad(const char *pattern, int err)
{
	if (err == -EINVAL)
		return fail(err, "%s: not a regular expression, or one that repeats too much", pattern);
	if (err == -ENOEXEC)
		return fail(err, "%s: not an ELF program or library", pattern);
	return fail(err, "%s: %s", pattern, strerror(-err));
}

static int note_files(struct targets *t, size_t from, const char *path)
{
	char **files = t->user.n > from ? realloc(t->files, t->user.n * sizeof(*files)) : t->files;

	if (t->user.n > from && !files)
		return fail(-ENOMEM, "out of memory");
	t->files = files;
	for (size_t i = from; i < t->user.n; i++) {
		files[i] = strdup(path);
		if (!files[i])
			return fail(-ENOMEM, "out of memory");
	}
	return 0;
}

size_t targets_user_first(const struct targets *t, size_t i)
{
	while (i && !strcmp(t->user.list[i - 1].name, t->user.list[i].name) && !strcmp(t->files[i - 1], t->files[i]))
		i--;
	return i;
}

static const char *no_library(const char *name)
{
	const char *hint = suggest_library(name);

	return *hint ? hint : " (t:CATEGORY:EVENT is a tracepoint)";
}

int targets_add_user(struct targets *t, const char *pattern, const char *colon)
{
	size_t before = t->user.n;
	char library[512], path[4096];
	int err;

	snprintf(library, sizeof(library), "%.*s", (int)(colon - pattern), pattern);
	if (library_find(library, path, sizeof(path)))
		return fail(-ENOENT, "%s: no program or library %s%s", pattern, library, no_library(library));
	err = functions_of_file(&t->user, path, colon + 1, t->regex);
	if (err)
		return targets_bad(path, err);
	functions_drop_aliases(&t->user, before);
	if (t->user.n == before)
		return fail(-ENOENT, "%s: no function %s in %s%s", pattern, colon + 1, path,
					suggest_function_of_file(path, colon + 1));
	return note_files(t, before, path);
}

/* ---- static probes ---- */

static int add_static(struct targets *t, const char *path, const char *provider, const char *name)
{
	size_t before = t->user.n;
	int err = functions_static(&t->user, path, provider, name, t->regex);

	if (err)
		return err;
	functions_drop_aliases(&t->user, before);
	return note_files(t, before, path);
}

/* Looks at each file of program text that the process maps, "...-... r-xp ... /path", once. It opens them below the
 * root of the process, which may live in another mount namespace. */
static int add_of_process(struct targets *t, pid_t pid, const char *provider, const char *name)
{
	char maps[32], line[4400], last[4096] = "";
	FILE *file;

	snprintf(maps, sizeof(maps), "/proc/%d/maps", pid);
	file = fopen(maps, "re");
	if (!file)
		return errno == ENOENT ? -ESRCH : -errno;
	while (fgets(line, sizeof(line), file)) {
		char path[4300], flags[8];
		int at = 0;

		line[strcspn(line, "\n")] = '\0';
		if (sscanf(line, "%*s %7s %*s %*s %*s %n", flags, &at) != 1 || !at || line[at] != '/' || flags[2] != 'x' ||
			!strcmp(last, line + at))
			continue;
		snprintf(last, sizeof(last), "%s", line + at);
		snprintf(path, sizeof(path), "/proc/%d/root%s", pid, last);
		if (add_static(t, path, provider, name) == -ENOMEM)
			break;
	}
	fclose(file);
	return 0;
}

static int none_found(const char *pattern, bool file_known)
{
	if (file_known)
		return fail(-ENOENT, "%s: no such static probe there (readelf -n shows what a file has)", pattern);
	return fail(-ENOENT, "%s: no such program or library; u:PROVIDER:NAME needs one -p PID", pattern);
}

/* "u:FILE:NAME" as in bcc, "u:FILE:PROVIDER:NAME", or with a process "u:PROVIDER:NAME" of whatever it maps */
int targets_add_static(struct targets *t, const char *pattern)
{
	char text[1024], path[4096], *provider, *name;
	size_t before = t->user.n;
	bool known;
	int err;

	if (snprintf(text, sizeof(text), "%s", pattern + 2) >= (int)sizeof(text) || !(provider = strchr(text, ':')))
		return fail(-EINVAL, "%s: static probes are u:FILE:NAME, u:FILE:PROVIDER:NAME, or with -p u:PROVIDER:NAME",
					pattern);
	*provider++ = '\0';
	name = strchr(provider, ':');
	if (name)
		*name++ = '\0';
	known = !library_find(text, path, sizeof(path));
	if (known)
		err = add_static(t, path, name ? provider : NULL, name ? name : provider);
	else if (!name && settings.npids == 1)
		err = add_of_process(t, (pid_t)settings.pids[0], text, provider);
	else
		return none_found(pattern, false);
	if (err)
		return targets_bad(known ? path : pattern, err);
	return t->user.n > before ? 0 : none_found(pattern, true);
}
