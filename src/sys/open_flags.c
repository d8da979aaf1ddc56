// SPDX-License-Identifier: GPL-2.0-or-later
#include "open_flags.h"

#include "base/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* O_LARGEFILE is 0 in the C library of 64-bit programs, but the kernel sees the bit in calls of other programs. */
#ifdef __aarch64__
#define LARGEFILE 0400000
#else
#define LARGEFILE 0100000
#endif

/* A flag that contains another comes first: O_SYNC contains O_DSYNC, O_TMPFILE contains O_DIRECTORY. */
static const struct {
	const char *name;
	uint32_t bits;
	uint32_t own; /* bits that no other flag has */
} flag_names[] = {
	{"O_CREAT", O_CREAT, O_CREAT},
	{"O_EXCL", O_EXCL, O_EXCL},
	{"O_NOCTTY", O_NOCTTY, O_NOCTTY},
	{"O_TRUNC", O_TRUNC, O_TRUNC},
	{"O_APPEND", O_APPEND, O_APPEND},
	{"O_NONBLOCK", O_NONBLOCK, O_NONBLOCK},
	{"O_SYNC", O_SYNC, O_SYNC & ~O_DSYNC},
	{"O_DSYNC", O_DSYNC, O_DSYNC},
	{"O_ASYNC", O_ASYNC, O_ASYNC},
	{"O_DIRECT", O_DIRECT, O_DIRECT},
	{"O_LARGEFILE", LARGEFILE, LARGEFILE},
	{"O_TMPFILE", O_TMPFILE, O_TMPFILE & ~O_DIRECTORY},
	{"O_DIRECTORY", O_DIRECTORY, O_DIRECTORY},
	{"O_NOFOLLOW", O_NOFOLLOW, O_NOFOLLOW},
	{"O_NOATIME", O_NOATIME, O_NOATIME},
	{"O_CLOEXEC", O_CLOEXEC, O_CLOEXEC},
	{"O_PATH", O_PATH, O_PATH},
};
static const char *const mode_names[] = {"O_RDONLY", "O_WRONLY", "O_RDWR", "O_ACCMODE"};
#define FLAGS (sizeof(flag_names) / sizeof(flag_names[0]))

/* skip: how many bytes of each name are left out */
static int print_flags(char *to, size_t size, uint32_t flags, size_t skip)
{
	int n = snprintf(to, size, "%s", flags == OPEN_FLAGS_UNKNOWN ? "?" : mode_names[flags & 3] + skip);

	flags = flags == OPEN_FLAGS_UNKNOWN ? 0 : flags & ~3U;
	for (size_t i = 0; i < FLAGS; i++)
		if (flags & flag_names[i].own && (flags & flag_names[i].bits) == flag_names[i].bits) {
			n += snprintf(to + n, size - (size_t)n, "|%s", flag_names[i].name + skip);
			flags &= ~flag_names[i].bits;
		}
	if (flags)
		n += snprintf(to + n, size - (size_t)n, "|%#x", flags);
	return n;
}

int open_flags_text(char *to, size_t size, uint32_t flags)
{
	return print_flags(to, size, flags, 0);
}

int open_mode_text(char *to, size_t size, uint32_t flags, uint32_t mode)
{
	if (flags == OPEN_FLAGS_UNKNOWN)
		return snprintf(to, size, "?");
	if (!(flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))))
		return snprintf(to, size, "-");
	return snprintf(to, size, "%04o", mode & 07777);
}

static size_t prefix_length(const char *name, size_t n)
{
	return n > 2 && !strncasecmp(name, "O_", 2) ? 2 : 0;
}

static int parse_one(const char *name, size_t n, struct open_flags *to)
{
	size_t skip = prefix_length(name, n);

	name += skip;
	n -= skip;
	for (uint32_t i = 0; i < 3; i++)
		if (strlen(mode_names[i]) == n + 2 && !strncasecmp(mode_names[i] + 2, name, n)) {
			to->modes |= 1U << i;
			return 0;
		}
	for (size_t i = 0; i < FLAGS; i++)
		if (strlen(flag_names[i].name) == n + 2 && !strncasecmp(flag_names[i].name + 2, name, n)) {
			to->any |= flag_names[i].own;
			return 0;
		}
	return -EINVAL;
}

int open_flags_parse(const char *text, struct open_flags *to, const char **bad, size_t *n)
{
	do {
		*bad = text;
		*n = strcspn(text, ",|");
		if (parse_one(text, *n, to))
			return -EINVAL;
		text += *n;
	} while (*text++);
	return 0;
}

int open_flags_field(char *to, size_t size, const struct field *f, const void *row)
{
	return open_flags_text(to, size, (uint32_t)field_integer(f, row));
}

const char *open_flag_name(size_t i)
{
	if (i < FLAGS)
		return flag_names[i].name;
	return i - FLAGS < 3 ? mode_names[i - FLAGS] : NULL;
}

int open_flags_brief(char *to, size_t size, const struct field *f, const void *row)
{
	uint32_t flags = (uint32_t)field_integer(f, row);

	return print_flags(to, size, flags == OPEN_FLAGS_UNKNOWN ? flags : flags & ~(uint32_t)O_CLOEXEC, 2);
}
