// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kills - sends signals in every possible way, an exact number of times.
 *
 *	kills N			does N times each: kill, tkill, tgkill, the two calls of sigqueue and pidfd_send_signal, with
 *				SIGUSR1 to itself; the same in a second thread; kill of its own group of three processes; kill of
 *				nobody, and of a number that is no process and no group. SIGUSR1 is ignored.
 *	kills storm N		does kill of itself N times, as fast as it can; prints nanoseconds for one
 */
#include "latency.h"

#include <errno.h>
#include <error.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif

#define NOBODY 4194300

static unsigned long count;
static int pidfd;

static void must(long result, const char *what)
{
	if (result)
		error(1, errno, "%s", what);
}

static void *to_itself(void *unused)
{
	siginfo_t info = {.si_signo = SIGUSR1, .si_code = SI_QUEUE};
	pid_t me = getpid();

	(void)unused;
	for (unsigned long i = 0; i < count; i++) {
		must(kill(me, SIGUSR1), "kill");
		must(syscall(SYS_tkill, me, SIGUSR1), "tkill");
		must(syscall(SYS_tgkill, me, me, SIGUSR1), "tgkill");
		must(syscall(SYS_rt_sigqueueinfo, me, SIGUSR1, &info), "rt_sigqueueinfo");
		must(syscall(SYS_rt_tgsigqueueinfo, me, me, SIGUSR1, &info), "rt_tgsigqueueinfo");
		must(syscall(SYS_pidfd_send_signal, pidfd, SIGUSR1, NULL, 0), "pidfd_send_signal");
	}
	return NULL;
}

static void to_group(void)
{
	pid_t members[2];

	must(setpgid(0, 0), "setpgid");
	for (int i = 0; i < 2; i++) {
		members[i] = fork();
		if (!members[i]) {
			pause();
			_exit(0);
		}
	}
	for (unsigned long i = 0; i < count; i++)
		must(kill(0, SIGUSR1), "kill of the group");
	for (int i = 0; i < 2; i++) {
		kill(members[i], SIGKILL);
		waitpid(members[i], NULL, 0);
	}
}

static void storm(void)
{
	uint64_t begin = now_ns();
	pid_t me = getpid();

	for (unsigned long i = 0; i < count; i++)
		must(kill(me, SIGUSR1), "kill");
	printf("%.1f\n", (double)(now_ns() - begin) / (double)count);
}

int main(int argc, char **argv)
{
	bool is_storm = argc == 3 && !strcmp(argv[1], "storm");
	pthread_t thread;

	if (argc != 2 && !is_storm)
		error(2, 0, "[storm] N");
	count = strtoul(argv[argc - 1], NULL, 10);
	signal(SIGUSR1, SIG_IGN);
	if (is_storm) {
		storm();
		return 0;
	}
	pidfd = (int)syscall(SYS_pidfd_open, getpid(), 0);
	must(pidfd < 0, "pidfd_open");
	to_itself(NULL);
	must(pthread_create(&thread, NULL, to_itself, NULL), "pthread_create");
	pthread_join(thread, NULL);
	to_group();
	for (unsigned long i = 0; i < count; i++)
		if (!kill(NOBODY, SIGUSR1) || errno != ESRCH)
			error(1, errno, "somebody is %d", NOBODY);
	for (unsigned long i = 0; i < count; i++)
		if (!kill(INT_MIN, SIGUSR1) || errno != ESRCH)
			error(1, errno, "somebody is %d", INT_MIN);
	return 0;
}
