// SPDX-License-Identifier: GPL-2.0-or-later
#include "child.h"

#include "base/log.h"
#include "session/ending_signals.h"
#include "sys/pid_namespace.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int gate[2] = {-1, -1}; /* the child execs when a byte comes through */
static int pidfd = -1;
static char found[PATH_MAX]; /* the command's file, if the search for it ends at one */

static void close_gate(void)
{
	for (int i = 0; i < 2; i++) {
		if (gate[i] >= 0)
			close(gate[i]);
		gate[i] = -1;
	}
}

/* -ENOENT or -EACCES where execvp() would give it for this file. After any other error let execvp() find out. */
static int executable(const char *path)
{
	struct stat st;
	int err = 0;

	if (stat(path, &st) || (S_ISREG(st.st_mode) && faccessat(AT_FDCWD, path, X_OK, AT_EACCESS)))
		err = -errno;
	else if (!S_ISREG(st.st_mode))
		err = -EACCES;
	if (err == -ENOTDIR)
		err = -ENOENT;
	return err == -ENOENT || err == -EACCES ? err : 0;
}

/* As execvp() looks for it: a file without permission does not end the search, but is what is told. */
static int look_up(const char *name)
{
	const char *folder = getenv("PATH"), *end;
	char path[PATH_MAX];
	int err, worst = -ENOENT;

	*found = '\0';
	if (strchr(name, '/') || !folder)
		return strchr(name, '/') ? executable(name) : 0;
	for (;; folder = end + 1) {
		end = strchrnul(folder, ':');
		snprintf(path, sizeof(path), "%.*s%s%s", (int)(end - folder), folder, end > folder ? "/" : "", name);
		err = executable(path);
		if (!err) {
			strcpy(found, path);
			return 0;
		}
		if (err == -EACCES)
			worst = err;
		if (!*end)
			return worst;
	}
}

static int cannot_execute(const char *name, int err)
{
	return fail(err == -ENOENT ? 127 : 126, "%s: %s", name, strerror(-err));
}

int child_check(const struct session *s)
{
	int err = s->command ? look_up(s->command[0]) : 0;

	return err ? cannot_execute(s->command[0], err) : 0;
}

/* Between the gate and the exec it makes no other system call: they would be counted as the command's. Nor does it
 * search for the file by executing it here and there. (execvp() also knows scripts without an interpreter.) */
static void child_body(char **command)
{
	char byte;

	close(gate[1]);
	ending_signals_unblock();
	if (read(gate[0], &byte, 1) != 1)
		_exit(EXIT_FAILED); /* the parent gave up */
	if (*found)
		execv(found, command);
	execvp(command[0], command);
	_exit(cannot_execute(command[0], -errno));
}

int child_prepare(struct session *s)
{
	if (!s->command)
		return 0;
	if (pipe2(gate, O_CLOEXEC))
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

int child_start(struct session *s)
{
	if (!s->command)
		return 0;
	if (write(gate[1], "", 1) != 1)
		return fail(-errno, "cannot start the command: %s", strerror(errno));
	close_gate();
	return 0;
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
