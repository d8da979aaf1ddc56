// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * maxima - two threads raise the same maximum at the same time, on two CPUs if there are two.
 *
 *	maxima ROUNDS		in each round one thread calls getpriority(ROUND, 1); then at once it calls
 *				getpriority(ROUND, 1000) and the other one getpriority(ROUND, 2000): ROUND's maximum is 2000
 */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static long rounds;
static long arrived[2]; /* the round that each thread has reached */

static void bind_to(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one); /* with only one CPU the threads share it */
}

/* Both threads spin until both have arrived, and yield now and then in case they share a CPU */
static void meet(int me, long round)
{
	__atomic_store_n(&arrived[me], round, __ATOMIC_SEQ_CST);
	for (unsigned spins = 1; __atomic_load_n(&arrived[!me], __ATOMIC_SEQ_CST) < round; spins++)
		if (spins % 4096 == 0)
			sched_yield();
}

static void *run(void *arg)
{
	int me = arg != NULL; /* 0 or 1: which thread */

	bind_to(me);
	for (long round = 1; round <= rounds; round++) {
		if (!me)
			syscall(SYS_getpriority, round, 1L);
		meet(me, round);
		syscall(SYS_getpriority, round, me ? 2000L : 1000L);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t other;

	rounds = argc == 2 ? atol(argv[1]) : 0;
	if (rounds <= 0 || pthread_create(&other, NULL, run, &rounds))
		return 2;
	run(NULL);
	return pthread_join(other, NULL);
}
