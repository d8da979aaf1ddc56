// SPDX-License-Identifier: GPL-2.0-or-later
#include "mappings.h"

#include "below.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "7f40f4c58000-7f40f4dae000 r-xp 00026000 fe:00 332835      /usr/lib/x86_64-linux-gnu/libc.so.6" */
static bool read_line(char *line, bool data, struct mapping *m)
{
	char flags[5];
	int at = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64 " %n", &m->start, &m->end, flags,
			   &m->offset, &m->major, &m->minor, &m->inode, &at) < 7)
		return false;
	m->code = flags[2] == 'x';
	if (!m->code && !data)
		return false;
	line[strcspn(line, "\n")] = '\0';
	/* open() takes no longer paths. */
	m->path = strdup(strlen(line + at) < PATH_MAX ? line + at : "");
	return m->path;
}

/* A process can have vm.max_map_count mappings, 65,530 by default. */
#define MAPPINGS_MAX 65536
#define PATHS_MAX (4UL << 20) /* bytes of all paths of a process */

static bool add(struct mappings *to, size_t *room, const struct mapping *m)
{
	struct mapping *list = to->list;

	if (to->n == *room) {
		*room = *room ? *room * 2 : 16;
		list = realloc(list, *room * sizeof(*list));
	}
	if (!list)
		return false;
	to->list = list;
	to->list[to->n++] = *m;
	to->paths += strlen(m->path) + 1;
	return true;
}

int mappings_read(struct mappings *to, uint32_t pid, bool data)
{
	char path[32], *line = NULL;
	size_t room = 0, size = 0;
	struct mapping m;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%u/maps", pid);
	file = fopen(path, "re");
	if (!file)
		return -errno;
	*to = (struct mappings){0};
	while (to->n < MAPPINGS_MAX && to->paths < PATHS_MAX && getline(&line, &size, file) > 0)
		if (read_line(line, data, &m) && !add(to, &room, &m)) {
			free(m.path);
			break;
		}
	free(line);
	fclose(file);
	return to->n ? 0 : -ESRCH; /* a zombie has none */
}

/* Index of the first mapping that ends behind the address */
static size_t first_behind(const struct mappings *m, uint64_t address)
{
	size_t low = 0, high = m->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (m->list[middle].end <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Number of mappings, from `at` on, that m overlaps */
static size_t count_covered(const struct mappings *to, size_t at, const struct mapping *m)
{
	size_t n = 0;

	while (at + n < to->n && to->list[at + n].start < m->end)
		n++;
	return n;
}

/* A part of a mapping, with its own copy of the path: NULL without memory */
static struct mapping part_of(const struct mapping *m, uint64_t start, uint64_t end)
{
	struct mapping part = *m;

	part.start = start;
	part.end = end;
	part.offset += start - m->start;
	part.path = strdup(m->path);
	return part;
}

/* Puts n parts in the place of `covered` mappings. */
static int replace(struct mappings *to, size_t at, size_t covered, const struct mapping *parts, size_t n)
{
	struct mapping *list = realloc(to->list, (to->n + n) * sizeof(*list));

	if (!list)
		return -ENOMEM;
	to->list = list;
	for (size_t i = at; i < at + covered; i++) {
		to->paths -= strlen(list[i].path) + 1;
		free(list[i].path);
	}
	memmove(list + at + n, list + at + covered, (to->n - at - covered) * sizeof(*list));
	memcpy(list + at, parts, n * sizeof(*list));
	for (size_t i = 0; i < n; i++)
		to->paths += strlen(parts[i].path) + 1;
	to->n += n - covered;
	return 0;
}

int mappings_add(struct mappings *to, const struct mapping *m)
{
	struct mapping parts[3]; /* what is left before it, itself, and what is left behind it */
	size_t at = first_behind(to, m->start), covered, n = 0;
	int err = 0;

	covered = count_covered(to, at, m);
	if (covered && to->list[at].start < m->start)
		parts[n++] = part_of(&to->list[at], to->list[at].start, m->start);
	parts[n++] = part_of(m, m->start, m->end);
	if (covered && to->list[at + covered - 1].end > m->end)
		parts[n++] = part_of(&to->list[at + covered - 1], m->end, to->list[at + covered - 1].end);
	for (size_t i = 0; i < n; i++)
		err = parts[i].path ? err : -ENOMEM;
	if (!err)
		err = replace(to, at, covered, parts, n);
	for (size_t i = 0; i < n && err; i++)
		free(parts[i].path);
	return err;
}

int mappings_copy(struct mappings *to, const struct mappings *from)
{
	*to = (struct mappings){.list = from->n ? malloc(from->n * sizeof(*to->list)) : NULL};
	for (; to->list && to->n < from->n; to->n++) {
		to->list[to->n] = part_of(&from->list[to->n], from->list[to->n].start, from->list[to->n].end);
		if (!to->list[to->n].path)
			break;
	}
	to->paths = from->paths;
	if (to->n < from->n)
		mappings_free(to);
	return to->n < from->n ? -ENOMEM : 0;
}

size_t mappings_size(const struct mappings *m)
{
	return m->n * sizeof(*m->list) + m->paths;
}

void mappings_free(struct mappings *m)
{
	for (size_t i = 0; i < m->n; i++)
		free(m->list[i].path);
	free(m->list);
	*m = (struct mappings){0};
}

const struct mapping *mappings_find(const struct mappings *m, uint64_t address)
{
	size_t at = first_behind(m, address);

	return at < m->n && m->list[at].start <= address ? &m->list[at] : NULL;
}

/* The path may lead elsewhere by now: only a file with the mapping's inode number is opened. */
static int open_place(int place, const struct mapping *m)
{
	struct stat st;

	if (place >= 0 && (fstat(place, &st) || st.st_ino != m->inode)) {
		close(place);
		return -ENOENT;
	}
	return below_open(place);
}

int mapping_open(const struct mapping *m, uint32_t pid)
{
	char path[64];
	int fd;

	if (!m->inode)
		return -ENOENT;
	snprintf(path, sizeof(path), "/proc/%u/map_files/%" PRIx64 "-%" PRIx64, pid, m->start, m->end);
	fd = open_place(open(path, O_PATH | O_CLOEXEC), m);
	if (fd < 0) { /* without CAP_CHECKPOINT_RESTORE */
		snprintf(path, sizeof(path), "/proc/%u/root", pid);
		fd = open_place(below_find(path, m->path), m);
	}
	return fd < 0 ? open_place(below_find("/", m->path), m) : fd;
}

bool process_identify(uint32_t pid, struct process_identity *to)
{
	char path[32], text[1024], *at;
	struct stat st;
	FILE *file;
	size_t n;

	*to = (struct process_identity){0};
	snprintf(path, sizeof(path), "/proc/%u/exe", pid);
	if (!stat(path, &st)) {
		to->inode = st.st_ino;
		to->device = st.st_dev;
	}
	snprintf(path, sizeof(path), "/proc/%u/stat", pid);
	file = fopen(path, "re");
	if (!file)
		return false;
	n = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[n] = '\0';
	at = strrchr(text, ')'); /* the command in parentheses may contain anything */
	for (unsigned field = 2; at && field < 22; field++)
		at = strchr(at + 1, ' ');
	to->started = at ? strtoull(at, NULL, 10) : 0;
	return at;
}
