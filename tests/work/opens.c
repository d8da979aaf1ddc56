// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * opens - opens files in every possible way, an exact number of times.
 *
 *	opens FOLDER N		makes FOLDER, and in it does N times each of the ways below, by the main thread; then the same
 *				by a second one. Prints "WAY opened failed PATH" for each way of one thread.
 *	opens storm FOLDER N	opens one file N times as fast as it can; prints nanoseconds for one
 */
#include "latency.h"

#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_openat2
#define SYS_openat2 437
#endif

struct how {
	uint64_t flags, mode, resolve;
};

static char file[4096], missing[4096];
static int folder;

static long by_open(void)
{
#ifdef SYS_open
	return syscall(SYS_open, file, O_RDWR, 0);
#else
	return syscall(SYS_openat, AT_FDCWD, file, O_RDWR, 0);
#endif
}

static long by_creat(void)
{
#ifdef SYS_creat
	return syscall(SYS_creat, file, 0640);
#else
	return syscall(SYS_openat, AT_FDCWD, file, O_CREAT | O_WRONLY | O_TRUNC, 0640);
#endif
}

static long by_openat(void)
{
	return syscall(SYS_openat, AT_FDCWD, file, O_RDONLY, 0);
}

static long by_openat_folder(void)
{
	return syscall(SYS_openat, folder, "inner", O_RDONLY | O_CLOEXEC, 0);
}

static long by_openat_cwd(void)
{
	return syscall(SYS_openat, AT_FDCWD, "relative", O_RDONLY, 0);
}

static long by_openat2(void)
{
	struct how how = {.flags = O_CREAT | O_RDWR, .mode = 0600};

	return syscall(SYS_openat2, AT_FDCWD, file, &how, sizeof(how));
}

static long by_missing(void)
{
	return syscall(SYS_openat, AT_FDCWD, missing, O_RDONLY, 0);
}

static long by_bad_folder(void)
{
	return syscall(SYS_openat, 999, "inner", O_RDONLY, 0);
}

static long by_bad_address(void)
{
	return syscall(SYS_openat, AT_FDCWD, (void *)8, O_RDONLY, 0);
}

static const struct {
	const char *name;
	long (*open)(void);
	int error; /* the expected error; 0: the open works */
} ways[] = {
	{"open", by_open, 0},
	{"creat", by_creat, 0},
	{"openat", by_openat, 0},
	{"openat-folder", by_openat_folder, 0},
	{"openat-cwd", by_openat_cwd, 0},
	{"openat2", by_openat2, 0},
	{"missing", by_missing, ENOENT},
	{"bad-folder", by_bad_folder, EBADF},
	{"bad-address", by_bad_address, EFAULT},
};

static unsigned long count;

static void *all_ways(void *unused)
{
	(void)unused;
	for (size_t w = 0; w < sizeof(ways) / sizeof(ways[0]); w++)
		for (unsigned long i = 0; i < count; i++) {
			long fd = ways[w].open();

			if ((fd < 0 ? errno : 0) != ways[w].error)
				error(1, errno, "%s: result %ld", ways[w].name, fd);
			if (fd >= 0)
				close((int)fd);
		}
	return NULL;
}

static void make_files(const char *where)
{
	static const char *const names[] = {"file", "inner", "relative"};

	if (mkdir(where, 0755) && errno != EEXIST)
		error(1, errno, "%s", where);
	if (chdir(where))
		error(1, errno, "%s", where);
	for (int i = 0; i < 3; i++)
		close(syscall(SYS_openat, AT_FDCWD, names[i], O_CREAT | O_RDWR, 0644));
	snprintf(file, sizeof(file), "%s/file", where);
	snprintf(missing, sizeof(missing), "%s/missing", where);
	folder = (int)syscall(SYS_openat, AT_FDCWD, where, O_RDONLY | O_DIRECTORY, 0);
}

static void storm(void)
{
	uint64_t begin = now_ns();

	for (unsigned long i = 0; i < count; i++) {
		long fd = by_openat();

		if (fd < 0)
			error(1, errno, "%s", file);
		close((int)fd);
	}
	printf("%.1f\n", (double)(now_ns() - begin) / (double)count);
}

int main(int argc, char **argv)
{
	bool is_storm = argc == 4 && !strcmp(argv[1], "storm");
	pthread_t thread;

	if (argc != 3 && !is_storm)
		error(2, 0, "[storm] FOLDER N");
	count = strtoul(argv[argc - 1], NULL, 10);
	make_files(argv[argc - 2]);
	if (is_storm) {
		storm();
		return 0;
	}
	all_ways(NULL);
	if (pthread_create(&thread, NULL, all_ways, NULL))
		error(1, 0, "pthread_create");
	pthread_join(thread, NULL);
	return 0;
}
