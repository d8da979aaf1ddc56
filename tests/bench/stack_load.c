// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stack_load faults|switches DEPTH N - N events, each with DEPTH functions of its own among its callers. Prints the
 * nanoseconds of CPU time of one event, and how many the kernel counted.
 *
 *	faults      reads a page that is not there
 *	switches    two threads, to be bound to one CPU, pass a byte to and fro: each waits until the other has it
 *
 * The functions keep frame pointers, so that tracers that follow those find the same callers as others.
 */
#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define PAGES 16384 /* at a time */
#define POINTERS __attribute__((noinline, noclone, optimize("no-omit-frame-pointer", "no-optimize-sibling-calls")))

struct work {
	unsigned long n;
	int in, out;
};

static double cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

POINTERS static void touch(const struct work *w)
{
	long size = sysconf(_SC_PAGESIZE);
	volatile char *at = mmap(NULL, (size_t)(PAGES * size), PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		error(1, errno, "mmap()");
	madvise((void *)at, (size_t)(PAGES * size), MADV_NOHUGEPAGE);
	for (unsigned long i = 0; i < w->n; i++) {
		if (i && i % PAGES == 0)
			madvise((void *)at, (size_t)(PAGES * size), MADV_DONTNEED);
		(void)at[(long)(i % PAGES) * size];
	}
}

POINTERS static void pass(const struct work *w)
{
	char byte;

	for (unsigned long i = 0; i < w->n / 2; i++)
		if (read(w->in, &byte, 1) != 1 || write(w->out, &byte, 1) != 1)
			error(1, errno, "pipe");
}

POINTERS static void nest(unsigned depth, void (*work)(const struct work *), const struct work *w)
{
	if (depth)
		nest(depth - 1, work, w);
	else
		work(w);
	__asm__ volatile("" ::: "memory");
}

static unsigned depth;

POINTERS static void *other(void *w)
{
	nest(depth, pass, w);
	return NULL;
}

static void switches(unsigned long n)
{
	struct work mine = {.n = n}, others = {.n = n};
	pthread_t thread;
	int to[2], fro[2];

	if (pipe(to) || pipe(fro) || write(to[1], "", 1) != 1) /* the byte that they pass */
		error(1, errno, "pipe()");
	mine.in = to[0], mine.out = fro[1], others.in = fro[0], others.out = to[1];
	errno = pthread_create(&thread, NULL, other, &others);
	if (errno)
		error(1, errno, "pthread_create()");
	nest(depth, pass, &mine);
	pthread_join(thread, NULL);
}

static long counted(bool faults)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return faults ? usage.ru_minflt : usage.ru_nvcsw + usage.ru_nivcsw;
}

int main(int argc, char **argv)
{
	bool faults = argc > 1 && !strcmp(argv[1], "faults");
	struct work w = {.n = argc == 4 ? strtoul(argv[3], NULL, 10) : 0};
	double began;
	long before;

	if (!w.n || (!faults && strcmp(argv[1], "switches")))
		error(2, 0, "usage: stack_load faults|switches DEPTH N");
	depth = (unsigned)atoi(argv[2]);
	before = counted(faults), began = cpu_ns();
	if (faults)
		nest(depth, touch, &w);
	else
		switches(w.n);
	began = cpu_ns() - began, before = counted(faults) - before;
	printf("%.1f %ld\n", began / (double)before, before);
	return 0;
}
