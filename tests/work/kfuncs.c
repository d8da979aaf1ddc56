// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kfuncs - makes the kernel call functions a known number of times.
 *
 *	kfuncs pgid COUNT			getpgid(), COUNT times
 *	kfuncs nobody COUNT			the same, of a process that does not exist
 *	kfuncs nap THREADS MS		nanosleep() once in each thread; all are asleep at once, for at least MS ms
 *	kfuncs move THREADS MS		the same, but they fall asleep on CPU 0 and awake on CPU 1
 *	kfuncs stat PATH COUNT		stat(); on overlayfs vfs_getattr_nosec() is nested in itself
 */
#include <error.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct sleeper {
	pthread_t id;
	pid_t tid; /* set when the thread has nothing left to do except fall asleep */
};

static void wake(int signal)
{
	(void)signal;
}

static void *sleep_once(void *arg)
{
	struct timespec long_time = {600, 0};
	struct sleeper *s = arg;

	__atomic_store_n(&s->tid, gettid(), __ATOMIC_SEQ_CST);
	if (!syscall(SYS_nanosleep, &long_time, NULL) || errno != EINTR)
		error(1, errno, "nanosleep");
	return NULL;
}

/*
 * A signal ends the threads once all have been asleep for long enough: no clock tells that all are asleep.
 * asleep() uses system calls of its own, because the C library's file functions make others, whose kernel
 * functions may be traced.
 */
static bool asleep(const struct sleeper *s)
{
	pid_t tid = __atomic_load_n(&s->tid, __ATOMIC_SEQ_CST);
	char text[256] = "";
	const char *name_ends;
	int fd;

	snprintf(text, sizeof(text), "/proc/self/task/%d/stat", tid);
	fd = tid ? open(text, O_RDONLY) : -1;
	if (fd < 0)
		return false;
	text[0] = '\0';
	if (read(fd, text, sizeof(text) - 1) < 0)
		error(1, errno, "stat of a thread");
	close(fd);
	name_ends = strrchr(text, ')');
	return name_ends && name_ends[1] == ' ' && name_ends[2] == 'S';
}

/* poll() waits without the functions that nanosleep() calls */
static void wait_ms(int ms)
{
	if (poll(NULL, 0, ms))
		error(1, errno, "poll");
}

static void run_on(pid_t tid, size_t cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(tid, sizeof(set), &set))
		error(1, errno, "CPU %zu", cpu);
}

static void sleep_together(int threads, int ms, bool move)
{
	struct sleeper *s = calloc((size_t)threads, sizeof(*s));
	struct sigaction action = {.sa_handler = wake}; /* no SA_RESTART: the signal ends the sleep */

	sigaction(SIGUSR1, &action, NULL);
	if (move)
		run_on(0, 0); /* and what is made after */
	for (int i = 0; i < threads; i++)
		if (pthread_create(&s[i].id, NULL, sleep_once, &s[i]))
			error(1, 0, "pthread_create");
	for (int i = 0; i < threads; i++)
		while (!asleep(&s[i]))
			wait_ms(1);
	wait_ms(ms);
	for (int i = 0; i < threads && move; i++)
		run_on(s[i].tid, 1);
	for (int i = 0; i < threads; i++)
		pthread_kill(s[i].id, SIGUSR1);
	for (int i = 0; i < threads; i++)
		pthread_join(s[i].id, NULL);
	free(s);
}

int main(int argc, char **argv)
{
	struct stat info;

	if (argc == 3 && !strcmp(argv[1], "pgid"))
		for (long i = atol(argv[2]); i > 0; i--)
			syscall(SYS_getpgid, 0);
	else if (argc == 3 && !strcmp(argv[1], "nobody"))
		for (long i = atol(argv[2]); i > 0; i--)
			syscall(SYS_getpgid, 1 << 22);
	else if (argc == 4 && (!strcmp(argv[1], "nap") || !strcmp(argv[1], "move")))
		sleep_together(atoi(argv[2]), atoi(argv[3]), !strcmp(argv[1], "move"));
	else if (argc == 4 && !strcmp(argv[1], "stat"))
		for (long i = atol(argv[3]); i > 0; i--) {
			if (stat(argv[2], &info))
				error(1, errno, "%s", argv[2]);
		}
	else
		error(2, 0, "usage: kfuncs pgid|nobody COUNT | nap|move THREADS MS | stat PATH COUNT");
	return 0;
}
