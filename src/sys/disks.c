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

static int print_number(char *to, size_t size, uint32_t dev)
{
	return snprintf(to, size, "%u,%u", dev >> MINOR_BITS, dev & ((1 << MINOR_BITS) - 1));
}

static struct known {
	uint32_t dev;
	bool looked_up, has_name;
	char text[60];
} known_disks[64];

static void look_up(struct known *k)
{
	char path[64], target[PATH_MAX];
	ssize_t n;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u", k->dev >> MINOR_BITS, k->dev & ((1 << MINOR_BITS) - 1));
	n = numbers_only ? -1 : readlink(path, target, sizeof(target) - 1);
	k->looked_up = true;
	k->has_name = n > 0;
	if (n > 0) {
		target[n] = '\0';
		snprintf(k->text, sizeof(k->text), "%s", basename(target));
	} else {
		print_number(k->text, sizeof(k->text), k->dev);
	}
}

/* A cache: otherwise every row of every interval costs a system call. */
static const struct known *known_disk(uint32_t dev)
{
	struct known *k = &known_disks[(dev ^ dev >> MINOR_BITS) % 64];

	if (k->dev != dev || !k->looked_up) {
		k->dev = dev;
		look_up(k);
	}
	return k;
}

int disk_name(char *to, size_t size, uint32_t dev)
{
	return snprintf(to, size, "%s", known_disk(dev)->text);
}

int disk_field(char *to, size_t size, const struct field *f, const void *row)
{
	return disk_name(to, size, (uint32_t)field_integer(f, row));
}

int disk_number_field(char *to, size_t size, const struct field *f, const void *row)
{
	return print_number(to, size, (uint32_t)field_integer(f, row));
}

bool disk_has_name(const struct field *f, const void *row)
{
	return known_disk((uint32_t)field_integer(f, row))->has_name;
}
