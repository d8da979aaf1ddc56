// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * slowpipe - reads more slowly than its command writes, through a pipe that never blocks.
 *
 *	slowpipe FILE COMMAND...	runs the command with a pipe for standard output that has O_NONBLOCK set, and
 *					copies its output to FILE, a little at a time; ends with the command's status
 *
 *	slowpipe - COMMAND...		reads nothing until the command ends
 */
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int copy(int from, const char *path)
{
	int to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	char some[2048];
	ssize_t n;

	while (to >= 0 && (n = read(from, some, sizeof(some))) > 0) {
		if (write(to, some, (size_t)n) != n)
			return -1;
		usleep(200);
	}
	return to < 0 ? -1 : close(to);
}

int main(int argc, char **argv)
{
	int ends[2], status;
	pid_t child;

	if (argc < 3)
		error(2, 0, "FILE|- COMMAND...");
	if (pipe2(ends, O_CLOEXEC) || fcntl(ends[1], F_SETFL, O_NONBLOCK))
		error(1, errno, "pipe");
	child = fork();
	if (!child) {
		dup2(ends[1], STDOUT_FILENO);
		execvp(argv[2], argv + 2);
		error(127, errno, "%s", argv[2]);
	}
	close(ends[1]);
	if (strcmp(argv[1], "-") && copy(ends[0], argv[1]))
		error(1, errno, "%s", argv[1]);
	if (waitpid(child, &status, 0) != child)
		error(1, errno, "wait");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
