// SPDX-License-Identifier: GPL-2.0-or-later
#include "stack_ends.h"

#include "base/escape.h"
#include "base/units.h"
#include "usyms.h"

#include <ktally/stacks.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define OUTER 5 /* main() is among so many outermost frames: _start, two or three of the C library, main */
#define FILES 32
#define NAME 256

static struct {
	char name[NAME];
	uint64_t ends;
} files[FILES]; /* those that came first; the last also counts all others */
static uint64_t judged, early;

/* Functions that nothing calls, or only the C library */
static bool is_beginning(const char *function)
{
	static const char *const names[] = {
		"main",
		"_start",
		"_dl_start",
		"_dl_start_user",
		"__libc_start_main",
		"__libc_start_main_impl",
		"__libc_start_call_main",
		"start_thread",
		"clone",
		"clone3",
		"__clone",
		"__clone3",
		"__thread_start",
		"runtime.goexit",
		"runtime.goexit.abi0",
		"runtime.mstart",
		"runtime.mstart.abi0",
		"runtime.rt0_go",
		"runtime.rt0_go.abi0",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(function, names[i]))
			return true;
	return false;
}

static bool is_libc(const char *file)
{
	static const char *const prefixes[] = {"libc.so", "libc-2.", "libc.musl-", "ld-musl-", "libpthread"};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (!strncmp(file, prefixes[i], strlen(prefixes[i])))
			return true;
	return false;
}

/*
 * From the outermost frame inwards. What starts main() and threads has no name in most C libraries, as these come
 * without their full symbol tables: it is nameless frames of the library that have called something outside it.
 */
bool stack_ends_complete(uint32_t pid, const uint64_t *frames, unsigned n)
{
	char function[NAME], file[NAME];
	bool starting = true; /* only nameless frames of the C library so far */

	for (unsigned i = n; i > 0 && i + OUTER > n; i--) {
		uint64_t address = frames[i - 1] - (i > 1); /* all but the innermost are return addresses */

		usym_function(function, sizeof(function), pid, address);
		if (is_beginning(function))
			return true;
		if (usym_file(file, sizeof(file), pid, address) < 0)
			return false;
		if (starting && i < n && !is_libc(file))
			return true;
		starting &= is_libc(file) && *function == '[';
	}
	return false;
}

/* Where frame pointers end, the register has any value, and the outermost frames are often no code at all. The number
 * of frames without these; the name of the file that the outermost is in */
static unsigned code_frames(char *file, size_t size, uint32_t pid, const uint64_t *frames, unsigned n)
{
	while (n && usym_file(file, size, pid, frames[n - 1] - (n > 1)) < 0)
		n--;
	return n;
}

static void count_file(const char *name, uint64_t count)
{
	size_t i = 0;

	while (i < FILES - 1 && *files[i].name && strcmp(files[i].name, name))
		i++;
	snprintf(files[i].name, sizeof(files[i].name), "%s", i < FILES - 1 ? name : "other files");
	files[i].ends += count;
}

void stack_ends_add(uint32_t pid, const uint64_t *frames, unsigned n, uint32_t flags, uint64_t count)
{
	char file[NAME];

	n = pid && !(flags & STACK_CUT) ? code_frames(file, sizeof(file), pid, frames, n) : 0;
	if (!n)
		return;
	judged += count;
	if (flags & STACK_COMPLETE || stack_ends_complete(pid, frames, n))
		return;
	early += count;
	count_file(*file ? file : "code outside files", count);
}

int stack_ends_text(char *to, size_t size)
{
	char all[32], ending[32], most[32], name[ESCAPED_SIZE(NAME)];
	size_t top = 0;

	if (!early || early < judged / 10)
		return 0;
	for (size_t i = 1; i < FILES; i++)
		if (files[i].ends > files[top].ends)
			top = i;
	escape_text(name, sizeof(name), files[top].name, NAME);
	units_grouped(all, sizeof(all), judged);
	units_grouped(ending, sizeof(ending), early);
	units_grouped(most, sizeof(most), files[top].ends);
	return snprintf(to, size,
					"stacks: %s of %s do not reach the start of a program or thread, and %s of these end in %s: "
					"nothing tells the callers of code without frame pointers or .eh_frame",
					ending, all, files[top].ends == early ? "all" : most, name);
}
