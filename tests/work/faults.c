// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * faults - touches the first byte of PAGES pages that are not there yet, and prints what getrusage() counted meanwhile.
 *
 *	faults PAGES           of memory, from the address 0x600000000000 on
 *	faults PAGES FILE      of a file or a block device that is not in the page cache
 *
 * {"pages":1000,"minor":1000,"major":0,"switches":0}
 */
#include "go.h"

#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define ADDRESS ((void *)0x600000000000)

static volatile char *map_file(const char *path, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	void *at;

	if (fd < 0)
		error(1, errno, "%s", path);
	fsync(fd);
	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
	at = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		error(1, errno, "%s: mmap()", path);
	madvise(at, size, MADV_RANDOM); /* no page but the one that is asked for */
	return at;
}

static volatile char *map_memory(size_t size)
{
	void *at = mmap(ADDRESS, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (at != ADDRESS)
		error(1, errno, "mmap()");
	madvise(at, size, MADV_NOHUGEPAGE);
	return at;
}

__attribute__((noinline, noclone)) char faults_touch(const volatile char *at, size_t pages, size_t page,
													 struct rusage *before, struct rusage *after);

/* All faults that are counted are in this function, and no others. */
char faults_touch(const volatile char *at, size_t pages, size_t page, struct rusage *before, struct rusage *after)
{
	char sum = 0;

	getrusage(RUSAGE_SELF, before);
	for (size_t i = 0; i < pages; i++)
		sum += at[i * page]; /* of memory: the page of zeros, which is a fault too */
	getrusage(RUSAGE_SELF, after);
	return sum;
}

int main(int argc, char **argv)
{
	size_t pages = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, page = (size_t)sysconf(_SC_PAGESIZE);
	struct rusage before, after;
	volatile char *at;
	char sum;

	if (!pages || argc > 3)
		error(2, 0, "usage: faults PAGES [FILE]");
	wait_for_go();
	mlockall(MCL_CURRENT); /* the program's own pages are there from now on */
	at = argc == 3 ? map_file(argv[2], pages * page) : map_memory(pages * page);
	sum = faults_touch(at, pages, page, &before, &after);
	printf("{\"pages\":%zu,\"minor\":%ld,\"major\":%ld,\"switches\":%ld}\n", pages, after.ru_minflt - before.ru_minflt,
		   after.ru_majflt - before.ru_majflt, after.ru_nvcsw + after.ru_nivcsw - before.ru_nvcsw - before.ru_nivcsw);
	return sum == 1;
}
