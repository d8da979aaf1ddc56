// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * naps - sleeps N times in one function, which others have called, and prints what it had to do with the CPU meanwhile.
 *
 *	naps N MICROSECONDS [COMPUTING]
 *
 * COMPUTING: for so many microseconds it has the CPU after each nap, so that a tracer's own time does not matter
 *
 * {"naps":20,"voluntary":20,"involuntary":0,"asked_ns":200000000,"waited_ns":201000000}
 */
#include "go.h"

#include <errno.h>
#include <error.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

__attribute__((noinline, noclone)) void naps_wait(unsigned n, const struct timespec *time, struct rusage *before,
												  struct rusage *after);
__attribute__((noinline, noclone)) void naps_nested(unsigned depth, unsigned n, const struct timespec *time,
													struct rusage *before, struct rusage *after);

static uint64_t compute_ns;

static void compute(void)
{
	uint64_t began = now();

	while (now() - began < compute_ns)
		;
}

/* What is counted is asked for here, so that all of it has this function among its callers. */
void naps_wait(unsigned n, const struct timespec *time, struct rusage *before, struct rusage *after)
{
	getrusage(RUSAGE_THREAD, before);
	for (unsigned i = 0; i < n; i++) {
		if (clock_nanosleep(CLOCK_MONOTONIC, 0, time, NULL))
			error(1, errno, "clock_nanosleep()");
		if (compute_ns)
			compute();
	}
	getrusage(RUSAGE_THREAD, after);
}

void naps_nested(unsigned depth, unsigned n, const struct timespec *time, struct rusage *before, struct rusage *after)
{
	if (depth)
		naps_nested(depth - 1, n, time, before, after);
	else
		naps_wait(n, time, before, after);
	__asm__ volatile(""); /* no tail call */
}

int main(int argc, char **argv)
{
	unsigned n = argc >= 3 ? (unsigned)atoi(argv[1]) : 0;
	uint64_t us = argc >= 3 ? strtoull(argv[2], NULL, 10) : 0, began;
	struct timespec time = {(time_t)(us / 1000000), (long)(us % 1000000) * 1000};
	unsigned long long asked, waited;
	struct rusage before, after;

	if (!n)
		error(2, 0, "usage: naps N MICROSECONDS [COMPUTING]");
	compute_ns = argc > 3 ? 1000 * strtoull(argv[3], NULL, 10) : 0;
	wait_for_go();
	began = now();
	naps_nested(10, n, &time, &before, &after);
	asked = 1000ULL * us * n;
	waited = now() - began;
	printf("{\"naps\":%u,\"voluntary\":%ld,\"involuntary\":%ld,\"asked_ns\":%llu,\"waited_ns\":%llu}\n", n,
		   after.ru_nvcsw - before.ru_nvcsw, after.ru_nivcsw - before.ru_nivcsw, asked, waited);
	wait_to_stay();
	return 0;
}
