// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * frames - calls functions, which tests probe by name, whose calls do not end in the usual way.
 *
 *	frames longjmp N	N times: longjmp() leaves frames_work(1), then frames_work(2) begins on the same frame
 *				and returns after a millisecond
 *
 *	frames nested DEPTH N	N times frames_nested() calls itself, DEPTH calls in all
 *
 *	frames waiting W B MS	W threads are in frames_wait() for MS milliseconds, and B threads call frames_work()
 *				all the time
 *
 *	frames ending N M	N children end in the middle of frames_work(), then M calls of it return
 */
#include <error.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int frames_work(int n);
int frames_nested(int depth);
int frames_wait(void);

static jmp_buf out;
static atomic_bool done;
static unsigned milliseconds;

__attribute__((noinline)) int frames_work(int n)
{
	if (n == 1)
		longjmp(out, 1);
	if (n == 2)
		usleep(1000);
	if (n == 4)
		_exit(0);
	__asm__ volatile("");
	return n;
}

__attribute__((noinline)) int frames_nested(int depth)
{
	int more = depth > 1 ? frames_nested(depth - 1) : 0;

	__asm__ volatile("");
	return more + 1;
}

__attribute__((noinline)) int frames_wait(void)
{
	usleep(milliseconds * 1000);
	__asm__ volatile("");
	return 0;
}

static void *wait_once(void *unused)
{
	frames_wait();
	return unused;
}

static void *work_on(void *unused)
{
	while (!done)
		frames_work(3);
	return unused;
}

static void *run(void *(*what)(void *), pthread_t *thread)
{
	pthread_attr_t small;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 64 << 10);
	if (pthread_create(thread, &small, what, NULL))
		error(1, 0, "no thread");
	return NULL;
}

static void wait_and_work(unsigned waiting, unsigned busy)
{
	pthread_t *threads = calloc(waiting + busy, sizeof(*threads));

	for (unsigned i = 0; i < waiting + busy; i++)
		run(i < waiting ? wait_once : work_on, &threads[i]);
	for (unsigned i = 0; i < waiting; i++)
		pthread_join(threads[i], NULL);
	done = true;
	for (unsigned i = waiting; i < waiting + busy; i++)
		pthread_join(threads[i], NULL);
	free(threads);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "longjmp")) {
		for (volatile long i = atol(argv[2]); i > 0; i--) {
			if (!setjmp(out))
				frames_work(1);
			frames_work(2);
		}
	} else if (argc == 4 && !strcmp(argv[1], "nested")) {
		for (long i = atol(argv[3]); i > 0; i--)
			if (frames_nested(atoi(argv[2])) != atoi(argv[2]))
				return 1;
	} else if (argc == 4 && !strcmp(argv[1], "ending")) {
		for (long i = atol(argv[2]); i > 0; i--) {
			if (!fork())
				frames_work(4);
			wait(NULL);
		}
		for (long i = atol(argv[3]); i > 0; i--)
			frames_work(3);
	} else if (argc == 5 && !strcmp(argv[1], "waiting")) {
		milliseconds = (unsigned)atoi(argv[4]);
		wait_and_work((unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]));
	} else {
		error(2, 0, "longjmp N | nested DEPTH N | waiting W B MS | ending N M");
	}
	return 0;
}
