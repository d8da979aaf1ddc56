// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel_debug.h"

#include "build_id.h"
#include "elf_file.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Of the running kernel, or of the module as it is loaded */
static bool own_id(struct build_id *to, const char *module)
{
	char path[256];

	if (!module)
		return build_id_of_notes(to, "/sys/kernel/notes");
	snprintf(path, sizeof(path), "/sys/module/%.128s/notes/.note.gnu.build-id", module);
	return build_id_of_notes(to, path);
}

static int file_id(struct build_id *to, const char *path)
{
	struct elf_file file;
	int err = elf_file_open(&file, path);

	to->n = 0;
	if (err)
		return err;
	build_id_of(to, file.elf);
	elf_file_close(&file);
	return 0;
}

static bool is_it(const char *path, const struct build_id *own)
{
	struct build_id id;

	return !file_id(&id, path) && build_id_same(&id, own);
}

/* ---- where files are ---- */

static bool find_kernel(char *to, size_t size, const char *release, const struct build_id *own)
{
	static const char *const places[] = {"/usr/lib/debug/boot/vmlinux-%s",
										 "/usr/lib/debug/lib/modules/%s/vmlinux",
										 "/lib/modules/%s/build/vmlinux",
										 "/lib/modules/%s/vmlinux",
										 "/boot/vmlinux-%s",
										 "/usr/lib/debug/boot/vmlinux-%s.debug"};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (snprintf(to, size, places[i], release) < (int)size && is_it(to, own))
			return true;
	return false;
}

/* A file of the module may have a '-' where the module's name has a '_', and .xz or .debug behind .ko. */
static bool names_module(const char *file, const char *module)
{
	size_t i;

	for (i = 0; module[i]; i++)
		if (file[i] != module[i] && !(module[i] == '_' && file[i] == '-'))
			return false;
	return !strncmp(file + i, ".ko", 3);
}

static bool find_below(char *to, size_t size, const char *folder, const char *module, const struct build_id *own)
{
	char *const folders[] = {(char *)folder, NULL};
	FTS *tree = fts_open(folders, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	bool found = false;
	FTSENT *one;

	if (!tree)
		return false;
	while (!found && (one = fts_read(tree)))
		found = one->fts_info == FTS_F && names_module(one->fts_name, module) && is_it(one->fts_path, own) &&
				snprintf(to, size, "%s", one->fts_path) < (int)size;
	fts_close(tree);
	return found;
}

static bool find_module(char *to, size_t size, const char *release, const char *module, const struct build_id *own)
{
	static const char *const folders[] = {"/usr/lib/debug/lib/modules/%s", "/lib/modules/%s"};
	char folder[256];

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		if (snprintf(folder, sizeof(folder), folders[i], release) < (int)sizeof(folder) &&
			find_below(to, size, folder, module, own))
			return true;
	return false;
}

static bool find(char *to, size_t size, const char *release, const char *module, const struct build_id *own)
{
	if (build_id_path(to, size, "/usr/lib/debug/.build-id/", own, ".debug") < (int)size && is_it(to, own))
		return true;
	return module ? find_module(to, size, release, module, own) : find_kernel(to, size, release, own);
}

/* ---- the whole ---- */

static bool is_loaded(const char *module)
{
	char path[256];

	return snprintf(path, sizeof(path), "/sys/module/%s", module) < (int)sizeof(path) && !access(path, F_OK);
}

static int take_given(char *to, size_t size, const char *module, const char *given, const struct build_id *own,
					  struct why *why)
{
	struct build_id id;
	int err = file_id(&id, given);

	if (err)
		return because(why, err, "%s: %s", given, err == -ENOEXEC ? "no ELF file" : strerror(-err));
	if (snprintf(to, size, "%s", given) >= (int)size)
		return because(why, -ENAMETOOLONG, "%s: too long", given);
	if (module && !is_loaded(module)) {
		because(why, 1, "module %s is not loaded", module);
		return 1;
	}
	if (!own->n || build_id_same(&id, own))
		return 0;
	because(why, 1, "%s is of another build than the running %s", given, module ? module : "kernel");
	return 1;
}

int kernel_debug_find(char *to, size_t size, const char *module, const char *given, struct why *why)
{
	struct utsname kernel;
	struct build_id own;
	bool known = own_id(&own, module);

	if (given)
		return take_given(to, size, module, given, &own, why);
	uname(&kernel);
	if (known && find(to, size, kernel.release, module, &own))
		return 0;
	if (module)
		return because(why, -ENOENT,
					   "no debug information (DWARF) of module %s below /usr/lib/debug or /lib/modules/%s", module,
					   kernel.release);
	return because(
		why, -ENOENT,
		"no debug information (DWARF) of Linux %s below /usr/lib/debug, /lib/modules and /boot; distributions "
		"have it in a package (linux-image-...-dbg, kernel-debuginfo); --vmlinux FILE names the file",
		kernel.release);
}

bool kernel_debug_module_of(char *to, size_t size, const char *function)
{
	FILE *list = fopen("/proc/kallsyms", "re");
	char line[512], name[256], module[128];
	bool found = false;
	int n;

	while (list && !found && fgets(line, sizeof(line), list)) {
		n = sscanf(line, "%*x %*c %255s [%127[^]]]", name, module);
		found = n == 2 && !strcmp(name, function) && strcmp(module, "bpf") != 0 && strncmp(module, "__builtin", 9) != 0;
	}
	if (list)
		fclose(list);
	return found && snprintf(to, size, "%s", module) < (int)size;
}
