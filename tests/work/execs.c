// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * execs - starts programs in every possible way, an exact number of times.
 *
 *	execs PROGRAM N		does N times each: fork and execve, vfork, posix_spawn, execveat of a descriptor, execve
 *				from a second thread, execve twice in a process, a call that fails. The program's only
 *				argument names the way.
 *	execs storm PROGRAM N	does vfork and execve N times, as fast as it can; prints the CPU time of one, in ns
 */
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char *program, *self;

static void run_as(char *way)
{
	char *argv[] = {program, way, NULL};

	execve(program, argv, environ);
	_exit(127);
}

static pid_t by_fork(void)
{
	pid_t pid = fork();

	if (!pid)
		run_as("fork");
	return pid;
}

static pid_t by_vfork(void)
{
	char *argv[] = {program, "vfork", NULL};
	pid_t pid = vfork();

	if (!pid) {
		execve(program, argv, environ);
		_exit(127);
	}
	return pid;
}

static pid_t by_spawn(void)
{
	char *argv[] = {program, "spawn", NULL};
	pid_t pid;

	return posix_spawn(&pid, program, NULL, NULL, argv, environ) ? -1 : pid;
}

static pid_t by_execveat(void)
{
	char *argv[] = {program, "execveat", NULL};
	pid_t pid = fork();

	if (!pid) {
		int fd = open(program, O_PATH | O_CLOEXEC);

		syscall(SYS_execveat, fd, "", argv, environ, AT_EMPTY_PATH);
		_exit(127);
	}
	return pid;
}

static void *second_thread(void *unused)
{
	(void)unused;
	run_as("thread");
	return NULL;
}

static pid_t by_thread(void)
{
	pid_t pid = fork();
	pthread_t thread;

	if (!pid) {
		pthread_create(&thread, NULL, second_thread, NULL);
		pause();
	}
	return pid;
}

/* First executes this program again, which then executes the other one: two execs in one process */
static pid_t by_twice(void)
{
	char *argv[] = {self, "again", program, NULL};
	pid_t pid = fork();

	if (!pid) {
		execve(self, argv, environ);
		_exit(127);
	}
	return pid;
}

static pid_t by_failing(void)
{
	char *argv[] = {"not-the-path", "failing", NULL};
	pid_t pid = fork();

	if (!pid) {
		execve("/nonexistent/program", argv, environ);
		_exit(errno == ENOENT ? 0 : 127);
	}
	return pid;
}

static pid_t (*const ways[])(void) = {by_fork, by_vfork, by_spawn, by_execveat, by_thread, by_twice, by_failing};

static void wait_for(pid_t pid)
{
	int status;

	if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status))
		error(1, errno, "%s does not start or fails", program);
}

/* CPU time of this process and of the programs that it has started: other load on the machine does not add to it */
static double cpu_ns(void)
{
	static const int who[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
	struct rusage used;
	double ns = 0;

	for (int i = 0; i < 2; i++) {
		getrusage(who[i], &used);
		ns += (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e9;
		ns += (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e3;
	}
	return ns;
}

int main(int argc, char **argv)
{
	bool storm = argc == 4 && !strcmp(argv[1], "storm");
	unsigned long n;

	if (argc == 3 && !strcmp(argv[1], "again")) {
		program = argv[2];
		run_as("twice");
	}
	if (argc != 3 && !storm)
		error(2, 0, "[storm] PROGRAM N");
	self = "/proc/self/exe";
	program = argv[argc - 2];
	n = strtoul(argv[argc - 1], NULL, 10);
	for (size_t w = 0; w < sizeof(ways) / sizeof(ways[0]); w++)
		for (unsigned long i = 0; i < n && (!storm || ways[w] == by_vfork); i++)
			wait_for(ways[w]());
	if (storm)
		printf("%.1f\n", cpu_ns() / (double)n);
	return 0;
}
