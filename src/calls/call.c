// SPDX-License-Identifier: GPL-2.0-or-later
#include "call.h"

#include "kinds.h"
#include "types.h"

#include <errno.h>
#include <ktally/syscount.h>
#include <stdio.h>
#include <string.h>

#define ARGS(...)       \
	(struct call_arg[]) \
	{                   \
		__VA_ARGS__     \
	}
#define CALL(name, x86_64, arm64, i386, arm, classes, result, names, ...) \
	{                                                                     \
		#name ":" names,                                                  \
		{x86_64, arm64, i386, arm},                                       \
		classes,                                                          \
		result,                                                           \
		sizeof(ARGS(__VA_ARGS__)) / sizeof(struct call_arg),              \
		{__VA_ARGS__}},
static const struct call calls[] = {
#include "calls.def"
};
#define CALLS (sizeof(calls) / sizeof(calls[0]))

/* Their places in `calls`, one more, by number; filled at the first question */
static uint16_t by_number[MACHINES][SYSCOUNT_NUMBERS];

static void fill(void)
{
	for (size_t i = 0; i < CALLS; i++)
		for (int m = 0; m < MACHINES; m++)
			if (calls[i].numbers[m] >= 0 && calls[i].numbers[m] < SYSCOUNT_NUMBERS)
				by_number[m][calls[i].numbers[m]] = (uint16_t)(i + 1);
}

enum machine call_machine(uint32_t call, enum machine m)
{
	if (!(call & SYSCOUNT_32BIT))
		return m;
	return m == MACHINE_X86_64 ? MACHINE_I386 : m == MACHINE_AARCH64 ? MACHINE_ARM : m;
}

const struct call *call_of(uint32_t call, enum machine m)
{
	uint32_t number = call & ~SYSCOUNT_NOBODYS;
	unsigned place;

	if (!by_number[MACHINE_X86_64][0])
		fill();
	if ((call & SYSCOUNT_NOBODYS) == SYSCOUNT_NOBODYS || number >= SYSCOUNT_NUMBERS)
		return NULL;
	place = by_number[call_machine(call, m)][number];
	return place ? &calls[place - 1] : NULL;
}

static size_t name_length(const struct call *c)
{
	return strcspn(c->text, ":");
}

/* Names that the kernel's own tables and perf use */
static const char *const aliases[][2] = {
	{"newstat", "stat"},		{"newlstat", "lstat"},	   {"newfstat", "fstat"},  {"newuname", "uname"},
	{"sendfile64", "sendfile"}, {"pread", "pread64"},	   {"pwrite", "pwrite64"}, {"select", "_newselect"},
	{"umount", "umount2"},		{"fstatat", "newfstatat"}, {"sysctl", "_sysctl"},  {"prlimit", "prlimit64"},
	{"fadvise", "fadvise64"},	{"llseek", "_llseek"},
};

static const struct call *find(const char *name, size_t n)
{
	for (size_t i = 0; i < CALLS; i++)
		if (name_length(&calls[i]) == n && !memcmp(calls[i].text, name, n))
			return &calls[i];
	return NULL;
}

const struct call *call_by_name(const char *name, size_t n)
{
	const struct call *c = find(name, n);

	for (size_t i = 0; !c && i < sizeof(aliases) / sizeof(aliases[0]); i++)
		if (strlen(aliases[i][0]) == n && !memcmp(aliases[i][0], name, n))
			c = find(aliases[i][1], strlen(aliases[i][1]));
	return c;
}

const struct call *call_next(const struct call *c)
{
	return !c ? calls : c + 1 < calls + CALLS ? c + 1 : NULL;
}

int call_name(char *to, size_t size, const struct call *c)
{
	return snprintf(to, size, "%.*s", (int)name_length(c), c->text);
}

int call_argument_name(char *to, size_t size, const struct call *c, unsigned arg)
{
	const char *at = c->text + name_length(c) + 1;

	if (arg >= c->nargs)
		return -ENOENT;
	while (arg--)
		at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',');
	return *at ? snprintf(to, size, "%.*s", (int)strcspn(at, ","), at) : -ENOENT;
}

static const struct {
	const char *name;
	uint32_t bits;
} classes[] = {
	{"desc", C_DESC},	  {"file", C_FILE},		  {"memory", C_MEMORY},		  {"process", C_PROCESS},
	{"signal", C_SIGNAL}, {"ipc", C_IPC},		  {"network", C_NETWORK},	  {"net", C_NETWORK},
	{"stat", C_STAT},	  {"lstat", C_LSTAT},	  {"fstat", C_FSTAT},		  {"%stat", C_STAT_LIKE},
	{"statfs", C_STATFS}, {"fstatfs", C_FSTATFS}, {"%statfs", C_STATFS_LIKE}, {"pure", C_PURE},
	{"creds", C_CREDS},	  {"clock", C_CLOCK},
};

uint32_t call_class(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
		if (strlen(classes[i].name) == n && !memcmp(classes[i].name, name, n))
			return classes[i].bits;
	return 0;
}
