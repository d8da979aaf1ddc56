// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kfuncs - makes the kernel call functions a known number of times.
 *
 *	kfuncs pgid COUNT			getpgid(), COUNT times
 *	kfuncs nobody COUNT			the same, of a process that is not there
 *	kfuncs nap THREADS MS		nanosleep() for MS ms once in each thread, all at once
 *	kfuncs stat PATH COUNT		stat(); on overlayfs vfs_getattr_nosec() is called from within itself
 */
#include <error.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static pthread_barrier_t together;
static struct timespec nap;

static void *sleep_once(void *unused)
{
	(void)unused;
	pthread_barrier_wait(&together);
	if (syscall(SYS_nanosleep, &nap, NULL))
		error(1, errno, "nanosleep");
	return NULL;
}

static void sleep_together(int threads, long ms)
{
	pthread_t *ids = calloc((size_t)threads, sizeof(*ids));

	nap = (struct timespec){ms / 1000, ms % 1000 * 1000000};
	pthread_barrier_init(&together, NULL, (unsigned)threads);
	for (int i = 0; i < threads; i++)
		if (pthread_create(&ids[i], NULL, sleep_once, NULL))
			error(1, 0, "pthread_create");
	for (int i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	free(ids);
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
	else if (argc == 4 && !strcmp(argv[1], "nap"))
		sleep_together(atoi(argv[2]), atol(argv[3]));
	else if (argc == 4 && !strcmp(argv[1], "stat"))
		for (long i = atol(argv[3]); i > 0; i--) {
			if (stat(argv[2], &info))
				error(1, errno, "%s", argv[2]);
		}
	else
		error(2, 0, "usage: kfuncs pgid|nobody COUNT | nap THREADS MS | stat PATH COUNT");
	return 0;
}
