// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * rare - does what processes seldom do, an exact number of times, and runs commands in unusual surroundings.
 *
 *	rare sibling PROGRAM N		makes N children with clone(CLONE_PARENT), each of which executes the program
 *	rare interrupted N		sleeps N times; each time a signal with a handler ends the sleep
 *	rare threads N			has N threads with names of 15 control characters, until killed; prints "ready"
 *	rare locking FILE		holds locks of two kinds on all of FILE, until killed; prints "ready"
 *	rare ignoring SIGNAL COMMAND...	runs the command, which inherits that the signal is ignored
 *	rare socket COMMAND...		runs the command with a socket, which nobody reads, for standard output
 */
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void ready(void)
{
	puts("ready");
	fflush(stdout);
	for (;;)
		pause();
}

/* The new processes are children of our parent, so we cannot wait for them */
static void siblings(char *program, long n)
{
	char *argv[] = {program, "sibling", NULL};

	for (long i = 0; i < n; i++) {
		long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);

		if (!pid)
			execv(program, argv);
		if (pid <= 0)
			_exit(127);
	}
	usleep(300000);
}

static void on_alarm(int signal)
{
	(void)signal;
}

static void interrupted(long n)
{
	struct sigaction action = {.sa_handler = on_alarm};
	struct itimerval often = {{0, 1000}, {0, 1000}}; /* a single alarm could come before the sleep begins */
	struct timespec long_time = {1000, 0};

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (long i = 0; i < n; i++)
		if (!nanosleep(&long_time, NULL))
			error(1, 0, "not interrupted");
}

static void *wait_with_name(void *unused)
{
	prctl(PR_SET_NAME, "\1\2\3\4\5\6\7\1\2\3\4\5\6\7\1");
	pause();
	return unused;
}

static void threads(long n)
{
	pthread_attr_t small;
	pthread_t thread;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 16384);
	for (long i = 0; i < n; i++)
		if (pthread_create(&thread, &small, wait_with_name, NULL))
			error(1, 0, "%ld threads", i);
	ready();
}

static void lock(const char *path)
{
	struct flock all = {.l_type = F_RDLCK};
	int fd = open(path, O_RDONLY);

	if (fd < 0 || fcntl(fd, F_OFD_SETLK, &all) || flock(fd, LOCK_EX))
		error(1, errno, "%s", path);
	ready();
}

static int into_socket(char **command)
{
	int ends[2], status;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		error(1, errno, "socketpair");
	if (!fork()) {
		dup2(ends[1], STDOUT_FILENO);
		execvp(*command, command);
		_exit(127);
	}
	close(ends[1]);
	wait(&status);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	if (!strcmp(what, "sibling") && argc == 4)
		siblings(argv[2], atol(argv[3]));
	else if (!strcmp(what, "interrupted"))
		interrupted(atol(argv[2]));
	else if (!strcmp(what, "threads"))
		threads(atol(argv[2]));
	else if (!strcmp(what, "locking"))
		lock(argv[2]);
	else if (!strcmp(what, "ignoring") && argc > 3) {
		signal(atoi(argv[2]), SIG_IGN);
		execvp(argv[3], argv + 3);
	} else if (!strcmp(what, "socket"))
		return into_socket(argv + 2);
	else
		return 2;
	return 0;
}
