// SPDX-License-Identifier: GPL-2.0-or-later
#include "disks.h"

#include "base/schema.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MINOR_BITS 20

static bool numbers_only;

void disks_replayed(bool on)
{
	numbers_only = on;
}

/* Reads "8,0" or "8:0"; nothing may follow. */
static int parse_pair(const char *text, uint32_t *dev)
{
	unsigned major, minor;
	int end = 0;

	if (sscanf(text, "%4u%*1[,:]%7u%n", &major, &minor, &end) != 2 || !end || text[end])
		return -EINVAL;
	if (major >= 1 << 12 || minor >= 1 << MINOR_BITS)
		return -EINVAL;
	*dev = major << MINOR_BITS | minor;
	return 0;
}

static int read_device_number(const char *name, uint32_t *dev)
{
	char path[300], text[32] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/sys/class/block/%s/dev", name);
	file = fopen(path, "re");
	if (!file)
		return -ENODEV;
	if (!fgets(text, sizeof(text), file))
		*text = '\0';
	fclose(file);
	text[strcspn(text, "\n")] = '\0';
	return parse_pair(text, dev) ? -ENODEV : 0;
}

/* A partition's folder lies in its disk's: .../block/sda/sda1 */
static int partition_disk(const char *name, char *disk, size_t size)
{
	char path[300], real[PATH_MAX];

	snprintf(path, sizeof(path), "/sys/class/block/%s/partition", name);
	if (access(path, F_OK))
		return -ENOENT;
	snprintf(path, sizeof(path), "/sys/class/block/%s", name);
	if (!realpath(path, real))
		return -errno;
	snprintf(disk, size, "%s", basename(dirname(real)));
	return 0;
}

int disk_number(const char *name, uint32_t *dev, char *disk, size_t size)
{
	if (!parse_pair(name, dev))
		return 0;
	if (numbers_only)
		return -EREMOTE;
	if (!strncmp(name, "/dev/", 5))
		name += 5;
	if (!*name || strchr(name, '/') || !strcmp(name, ".") || !strcmp(name, "..") || strlen(name) > 200)
		return -ENODEV;
	if (!partition_disk(name, disk, size))
		return -ENOTBLK;
	return read_device_number(name, dev);
}

static int look_up(char *to, size_t size, uint32_t dev)
{
	char path[64], target[PATH_MAX];
	unsigned major = dev >> MINOR_BITS, minor = dev & ((1 << MINOR_BITS) - 1);
	ssize_t n;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u", major, minor);
	n = numbers_only ? -1 : readlink(path, target, sizeof(target) - 1);
	if (n <= 0)
		return snprintf(to, size, "%u,%u", major, minor);
	target[n] = '\0';
	return snprintf(to, size, "%s", basename(target));
}

int disk_name(char *to, size_t size, uint32_t dev)
{
	/* A cache: otherwise every row of every interval costs a system call. */
	static struct known {
		uint32_t dev;
		char name[60];
	} known[64];
	struct known *k = &known[(dev ^ dev >> MINOR_BITS) % 64];

	if (k->dev != dev || !*k->name) {
		k->dev = dev;
		look_up(k->name, sizeof(k->name), dev);
	}
	return snprintf(to, size, "%s", k->name);
}

int disk_field(char *to, size_t size, const struct field *f, const void *row)
{
	return disk_name(to, size, (uint32_t)field_integer(f, row));
}
