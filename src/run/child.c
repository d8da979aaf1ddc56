// SPDX-License-Identifier: GPL-2.0-or-later
#include "child.h"

#include "base/log.h"
#include "session/ending_signals.h"
#include "sys/pid_namespace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int gate[2] = {-1, -1};	  /* the child execs when a byte comes through */
static int outcome[2] = {-1, -1}; /* closed by a successful exec; else its status comes through */
static int pidfd = -1;

static void close_pipe(int *ends)
{
	for (int i = 0; i < 2; i++) {
		if (ends[i] >= 0)
			close(ends[i]);
		ends[i] = -1;
	}
}

static void close_gate(void)
{
	close_pipe(gate);
	close_pipe(outcome);
}

/* Between the gate and the exec it makes no other system call: they would be counted as the command's. */
static void child_body(char **command)
{
	unsigned char byte;

	close(gate[1]);
	ending_signals_unblock();
	if (read(gate[0], &byte, 1) != 1)
		_exit(EXIT_FAILED); /* the parent gave up */
	execvp(command[0], command);
	byte = errno == ENOENT ? 127 : 126;
	fail(0, "%s: %s", command[0], strerror(errno));
	if (write(outcome[1], &byte, 1) != 1)
		byte = EXIT_FAILED;
	_exit(byte);
}

int child_prepare(struct session *s)
{
	if (!s->command)
		return 0;
	if (pipe2(gate, O_CLOEXEC) || pipe2(outcome, O_CLOEXEC))
		return fail(-errno, "pipe: %s", strerror(errno));
	s->child = fork();
	if (s->child < 0)
		return fail(-errno, "fork: %s", strerror(errno));
	if (!s->child)
		child_body(s->command);
	pidfd = (int)syscall(SYS_pidfd_open, s->child, 0); /* 5.3 */
	if (pidfd < 0)
		return fail(-errno, "pidfd_open: %s", strerror(errno));
	s->child_pid = pid_of(pidfd);
	if (!s->child_pid)
		s->child_pid = (uint32_t)s->child;
	return 0;
}

/* Waits until the command has started, so that nothing is printed for one that does not exist. */
int child_start(struct session *s)
{
	unsigned char status = 0;
	ssize_t n;

	if (!s->command)
		return 0;
	if (write(gate[1], "", 1) != 1)
		return fail(-errno, "cannot start the command: %s", strerror(errno));
	close(outcome[1]);
	outcome[1] = -1;
	do
		n = read(outcome[0], &status, 1);
	while (n < 0 && errno == EINTR);
	close_gate();
	return n == 1 ? -ENOEXEC : 0;
}

int child_descriptor(const struct session *s)
{
	return s->command ? pidfd : -1;
}

/* A terminal sends Ctrl-C to the command too. Other signals come only to ktally, which passes them on. */
void child_signal(struct session *s, int signal)
{
	if (s->child > 0 && signal != SIGINT && signal != SIGQUIT)
		kill(s->child, signal);
}

int child_status(struct session *s)
{
	int status = 0;
	pid_t ended;

	if (s->child <= 0)
		return 0;
	close_gate();
	ending_signals_unblock(); /* a signal must still end ktally while it waits for the command */
	/* After --max-overhead the command goes on untraced: it is not to blame. */
	if (!s->overhead.exceeded && (s->set->duration_ns || s->stop))
		kill(s->child, SIGTERM); /* does nothing to one that has ended */
	do
		ended = waitpid(s->child, &status, 0);
	while (ended < 0 && errno == EINTR);
	s->child = 0;
	if (ended < 0)
		return EXIT_FAILED;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void child_end(struct session *s)
{
	child_status(s);
	close_gate();
	if (pidfd >= 0)
		close(pidfd);
	pidfd = -1;
}
