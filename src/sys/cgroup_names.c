// SPDX-License-Identifier: GPL-2.0-or-later
#include "cgroup_names.h"

#include "mounts.h"

#include <fts.h>
#include <sys/stat.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define uthash_fatal(msg) abort()
#include <uthash.h>

#define CGROUPS_MAX 65536 /* anybody with a delegated folder can make more */
#define AGAIN_S 1		  /* for an id that is not known, they are read again after this time */

struct name {
	UT_hash_handle hh;
	uint64_t id;
	char path[];
};

static struct name *names;
static time_t read_at;

static struct name *find(uint64_t id)
{
	struct name *n;

	HASH_FIND(hh, names, &id, sizeof(id), n);
	return n;
}

static void add(uint64_t id, const char *path)
{
	struct name *n = find(id);

	if (n || HASH_COUNT(names) >= CGROUPS_MAX)
		return;
	n = calloc(1, sizeof(*n) + strlen(path) + 1);
	if (!n)
		return;
	n->id = id;
	strcpy(n->path, path);
	HASH_ADD(hh, names, id, sizeof(n->id), n);
}

void cgroup_names_read(void)
{
	char mount[512], *roots[2] = {mount, NULL};
	FTSENT *entry;
	FTS *walk;

	read_at = time(NULL);
	if (mount_find("cgroup2", mount, sizeof(mount)))
		return;
	walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
	while (walk && HASH_COUNT(names) < CGROUPS_MAX && (entry = fts_read(walk)))
		if (entry->fts_info == FTS_D)
			add(entry->fts_statp->st_ino, entry->fts_level ? entry->fts_path + strlen(mount) : "/");
	if (walk)
		fts_close(walk);
}

int cgroup_name(char *to, size_t size, uint64_t id)
{
	const struct name *n = find(id);
	int length;

	if (!n && time(NULL) > read_at + AGAIN_S) {
		cgroup_names_read();
		n = find(id);
	}
	if (n)
		length = snprintf(to, size, "%s", n->path);
	else
		length = snprintf(to, size, "cgroup %" PRIu64, id);
	return length < (int)size ? length : (int)size - 1;
}
