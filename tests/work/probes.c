// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * probes - calls a function and passes static probes (USDT) a known number of times.
 *
 *	probes [-t THREADS] [-w] COUNT
 *
 * Each thread does COUNT times: static probe work:plain; work:gated, only while its semaphore is up; work:twice,
 * at one of its two places; function work_one. Every tenth time: function work_two.
 * -w: prints "ready" and begins when standard input ends. At the end prints how often work:gated was switched on.
 */
#include <error.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if __has_include(<sys/sdt.h>)
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): sys/sdt.h looks for this name */
#define _SDT_HAS_SEMAPHORES 1
#include <sys/sdt.h>
#define HAS_PROBES 1
#else
#define HAS_PROBES 0
#define STAP_PROBE1(provider, name, value) ((void)(value))
#endif

#define SEMAPHORE(name) \
	__attribute__((unused, section(".probes"), visibility("hidden"))) unsigned short name##_semaphore
SEMAPHORE(work_plain);
SEMAPHORE(work_gated);
SEMAPHORE(work_twice);

static long count, gated;

__attribute__((noinline, noclone)) static long work_one(long i)
{
	__asm__ volatile("" : "+r"(i));
	return i;
}

__attribute__((noinline, noclone)) static long work_two(long i)
{
	__asm__ volatile("" : "+r"(i));
	return i + 1;
}

static void pass(long i)
{
	STAP_PROBE1(work, plain, i);
	if (*(volatile unsigned short *)&work_gated_semaphore) {
		__sync_fetch_and_add(&gated, 1);
		STAP_PROBE1(work, gated, i);
	}
	if (i % 3)
		STAP_PROBE1(work, twice, i);
	else
		STAP_PROBE1(work, twice, -i);
}

static void *work(void *sum)
{
	for (long i = 0; i < count; i++) {
		pass(i);
		*(long *)sum += work_one(i);
		if (i % 10 == 0)
			*(long *)sum += work_two(i);
	}
	return sum;
}

static void run(long threads)
{
	pthread_t thread[64];
	long sums[64] = {0};

	for (long i = 0; i < threads; i++)
		if ((errno = pthread_create(&thread[i], NULL, work, &sums[i])))
			error(1, errno, "pthread_create");
	for (long i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
	long threads = 1;
	int option, wait = 0;

	while ((option = getopt(argc, argv, "t:w")) >= 0) {
		if (option == 't')
			threads = atol(optarg);
		else if (option == 'w')
			wait = 1;
		else
			return 2;
	}
	if (argc != optind + 1 || threads < 1 || threads > 64)
		error(2, 0, "usage: probes [-t THREADS] [-w] COUNT");
	count = atol(argv[optind]);
	if (wait) {
		puts(HAS_PROBES ? "ready" : "ready, without static probes: no sys/sdt.h");
		fflush(stdout);
		while (getchar() != EOF)
			;
	}
	run(threads);
	printf("gated %ld\n", gated);
	return 0;
}
