// SPDX-License-Identifier: GPL-2.0-or-later
#include "notice.h"

#include "tool.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_NS 500000000

static char line[128];
static sem_t done;
static pthread_t thread;
static bool waits;

static void *print_late(void *until)
{
	if (sem_clockwait(&done, CLOCK_MONOTONIC, until)) {
		ssize_t ignored = write(STDERR_FILENO, line, strlen(line));

		(void)ignored;
	}
	return NULL;
}

/* No signal is for this thread: somebody may wait for it in the other. */
static bool make_thread(struct timespec *until)
{
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	err = pthread_create(&thread, NULL, print_late, until);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return !err;
}

void notice_begin(const struct session *s, const char *format, ...)
{
	static struct timespec until;
	char text[96];
	va_list args;

	if (waits || s->set->quiet || !isatty(STDERR_FILENO) || sem_init(&done, 0, 0))
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	snprintf(line, sizeof(line), "%s: %s...\n", s->tool ? s->tool->name : "ktally", text);
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += (until.tv_nsec + PATIENCE_NS) / 1000000000;
	until.tv_nsec = (until.tv_nsec + PATIENCE_NS) % 1000000000;
	waits = make_thread(&until);
}

void notice_end(void)
{
	if (!waits)
		return;
	sem_post(&done);
	pthread_join(thread, NULL);
	sem_destroy(&done);
	waits = false;
}
