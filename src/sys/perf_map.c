// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf_map.h"

#include "below.h"
#include "code_ranges.h"
#include "mappings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FILE_MAX (64L << 20) /* bytes of a file that are read */
#define AT_ONCE (1UL << 20)
#define NAMES_MAX (64UL << 20)
#define NAME_MAX_BYTES 512 /* longer ones are cut */
/* It takes at most one part of so many of the time, and is not looked at more often than each 10 ms. */
#define SHARE 20
#define AGAIN_NS 10000000ULL
#define ROUNDING 3 /* seconds that two clocks and their rounding can differ by */

struct perf_map {
	uint32_t pid, number; /* number: in its own PID namespace */
	uid_t user;
	bool ours;		/* its root folder is ours */
	time_t started; /* of a process before it with its number an old map may be there */
	dev_t device;
	ino_t inode;
	off_t read;		  /* bytes of the file that have been taken in */
	uint64_t next_ns; /* not looked at before */
	struct code_ranges ranges;
	char *names;
	size_t used, room;
};

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* ---- whose map ---- */

/* The last number of "NSpid:" is that of the innermost namespace; a kernel without namespaces has no such line. */
static bool read_status(struct perf_map *m)
{
	char path[40], line[512];
	bool found = false;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%u/status", m->pid);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file)) {
		const char *tab = strrchr(line, '\t');

		if (tab && !strncmp(line, "NSpid:", 6))
			m->number = (uint32_t)strtoul(tab + 1, NULL, 10);
		if (sscanf(line, "Uid: %*u %u", &m->user) == 1)
			found = true;
	}
	if (file)
		fclose(file);
	return found;
}

/* In the time of files */
static time_t start_of(uint32_t pid)
{
	struct process_identity identity;
	struct timespec boot, real;

	if (!process_identify(pid, &identity))
		return 0;
	clock_gettime(CLOCK_BOOTTIME, &boot);
	clock_gettime(CLOCK_REALTIME, &real);
	return real.tv_sec - boot.tv_sec + (time_t)(identity.started / (uint64_t)sysconf(_SC_CLK_TCK));
}

struct perf_map *perf_map_empty(void)
{
	return calloc(1, sizeof(struct perf_map));
}

struct perf_map *perf_map_of(uint32_t pid)
{
	struct perf_map *m = perf_map_empty();
	struct stat own, theirs;
	char root[32];

	if (!m)
		return NULL;
	m->pid = m->number = pid;
	if (!read_status(m)) {
		free(m);
		return NULL;
	}
	m->started = start_of(pid);
	snprintf(root, sizeof(root), "/proc/%u/root", pid);
	m->ours = !stat("/", &own) && !stat(root, &theirs) && own.st_ino == theirs.st_ino && own.st_dev == theirs.st_dev;
	return m;
}

/* ---- reading ---- */

static void forget(struct perf_map *m)
{
	code_ranges_free(&m->ranges);
	free(m->names);
	m->names = NULL;
	m->used = m->room = 0;
	m->read = 0;
}

/* Offset of the name among the names; 0: no room. At 0 is none. */
static uint32_t keep_name(struct perf_map *m, const char *name, size_t n)
{
	size_t at = m->used ? m->used : 1, room;
	char *names;

	n = n < NAME_MAX_BYTES ? n : NAME_MAX_BYTES;
	if (at + n + 1 > m->room) {
		room = 2 * m->room + n + 4096;
		names = room <= NAMES_MAX ? realloc(m->names, room) : NULL;
		if (!names)
			return 0;
		m->names = names;
		m->room = room;
	}
	memcpy(m->names + at, name, n);
	m->names[at + n] = '\0';
	m->used = at + n + 1;
	return (uint32_t)at;
}

/* "7f2c4c000000 1a0 LazyCompile:*add /tmp/add.js:1:13"; some write 0x before the numbers */
static void add_line(struct perf_map *m, const char *line, size_t n)
{
	char numbers[64], *at;
	uint64_t start, size;
	const char *name;
	uint32_t kept;

	snprintf(numbers, sizeof(numbers), "%.*s", (int)(n < sizeof(numbers) ? n : sizeof(numbers) - 1), line);
	start = strtoull(numbers, &at, 16);
	if (*at != ' ')
		return;
	size = strtoull(at, &at, 16);
	if (*at != ' ' || !size || start + size < start)
		return;
	name = line + (at - numbers) + 1;
	if (name >= line + n || memchr(name, '\0', (size_t)(line + n - name)))
		return;
	kept = keep_name(m, name, (size_t)(line + n - name));
	if (kept)
		code_ranges_add(&m->ranges, start, start + size, kept);
}

size_t perf_map_add(struct perf_map *m, const char *text, size_t n)
{
	size_t at = 0;
	const char *end;

	while ((end = memchr(text + at, '\n', n - at))) {
		add_line(m, text + at, (size_t)(end - text) - at);
		at = (size_t)(end - text) + 1;
	}
	return at;
}

static int open_map(const struct perf_map *m)
{
	char root[32], path[48];
	int fd;

	snprintf(path, sizeof(path), "tmp/perf-%u.map", m->number);
	snprintf(root, sizeof(root), "/proc/%u/root", m->pid);
	fd = below_open(below_find(root, path));
	return fd < 0 && m->ours ? below_open(below_find("/", path)) : fd;
}

/* Another file, or one that was cut, begins anew. */
static bool is_readable(struct perf_map *m, int fd)
{
	struct stat st;

	if (fd < 0 || fstat(fd, &st) || (st.st_uid != m->user && st.st_uid) || st.st_mtime + ROUNDING < m->started)
		return false;
	if (st.st_ino != m->inode || st.st_dev != m->device || st.st_size < m->read)
		forget(m);
	m->inode = st.st_ino;
	m->device = st.st_dev;
	return st.st_size > m->read && m->read < FILE_MAX;
}

/* A line that is longer than what is read at once is skipped in parts. */
static void read_new(struct perf_map *m, int fd)
{
	char *text = malloc(AT_ONCE);
	ssize_t n;

	while (text && m->read < FILE_MAX && (n = pread(fd, text, AT_ONCE, m->read)) > 0) {
		size_t whole = perf_map_add(m, text, (size_t)n);

		if (!whole && n < (ssize_t)AT_ONCE)
			break; /* the last line is not complete yet */
		m->read += whole ? (off_t)whole : n;
	}
	code_ranges_sort(&m->ranges);
	free(text);
}

/* True if anything is new */
static bool look(struct perf_map *m)
{
	uint64_t began = now();
	off_t before = m->read;
	int fd;

	if (!m->pid || began < m->next_ns)
		return false;
	fd = open_map(m);
	if (is_readable(m, fd))
		read_new(m, fd);
	if (fd >= 0)
		close(fd);
	m->next_ns = now() + AGAIN_NS + SHARE * (now() - began);
	return m->read != before;
}

const char *perf_map_find(struct perf_map *m, uint64_t address, uint64_t *into, bool reading)
{
	uint32_t name;

	code_ranges_sort(&m->ranges);
	name = code_ranges_find(&m->ranges, address, into);
	if (!name && reading && look(m))
		name = code_ranges_find(&m->ranges, address, into);
	return name ? m->names + name : NULL;
}

size_t perf_map_size(const struct perf_map *m)
{
	return m ? m->room + code_ranges_size(&m->ranges) : 0;
}

void perf_map_free(struct perf_map *m)
{
	if (m)
		forget(m);
	free(m);
}
