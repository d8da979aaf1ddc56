// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * forkio - does direct reads in a whole family of processes: the parent, its children one after another, a
 * grandchild of each, whose own parent has already ended, and threads in all of them. Each thread reads N times, at
 * places of its own: ftrace knows a request by its first sector.
 * Prints {"pid":..,"tasks":..,"ios":..}.
 *
 *	forkio [-n READS] [-c CHILDREN] [-t THREADS] DEVICE
 */
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE 4096

static const char *device;
static unsigned long reads = 10, children = 3, threads = 2;

static void *read_all(void *arg)
{
	int fd = open(device, O_RDONLY | O_DIRECT);
	unsigned long first = (unsigned long)gettid() % 256 * reads;
	void *buffer;

	if (fd < 0 || posix_memalign(&buffer, SIZE, SIZE))
		error(1, errno, "%s", device);
	for (unsigned long i = 0; i < reads; i++)
		if (pread(fd, buffer, SIZE, (off_t)((first + i) * SIZE)) != SIZE)
			error(1, errno, "%s: read", device);
	free(buffer);
	close(fd);
	return arg;
}

static void threads_in_turn(void)
{
	for (unsigned long i = 0; i < threads; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, read_all, NULL))
			error(1, errno, "thread");
		pthread_join(thread, NULL);
	}
}

static void end_with(pid_t pid, const char *what)
{
	int status = 0;

	if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
		error(1, errno, "%s ended with %d", what, status);
}

/* Works, forks the grandchild and ends before the grandchild does */
static void child(int ended)
{
	threads_in_turn();
	switch (fork()) {
	case -1:
		error(1, errno, "fork");
		break;
	case 0:
		while (getppid() == ended)
			usleep(1000);
		threads_in_turn();
		_exit(0);
	}
	_exit(0);
}

int main(int argc, char **argv)
{
	int letter, status;

	while ((letter = getopt(argc, argv, "n:c:t:")) != -1) {
		unsigned long *to = letter == 'n' ? &reads : letter == 'c' ? &children : &threads;

		if (letter == '?' || !(*to = strtoul(optarg, NULL, 10)))
			error(2, 0, "see the head of forkio.c");
	}
	if (optind != argc - 1)
		error(2, 0, "one device is needed");
	device = argv[optind];
	prctl(PR_SET_CHILD_SUBREAPER, 1); /* the grandchildren become our children */
	threads_in_turn();
	for (unsigned long i = 0; i < children; i++) {
		pid_t pid = fork();

		if (!pid)
			child(getpid());
		end_with(pid, "a child");
		while (wait(&status) > 0) /* waits for the grandchild */
			if (status)
				error(1, 0, "a grandchild ended with %d", status);
	}
	printf("{\"pid\":%d,\"tasks\":%lu,\"ios\":%lu}\n", getpid(), (1 + 2 * children) * threads,
		   (1 + 2 * children) * threads * reads);
	return 0;
}
