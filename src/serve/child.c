// SPDX-License-Identifier: GPL-2.0-or-later
#include "child.h"

#include "base/log.h"
#include "base/output.h"
#include "run/run.h"
#include "session/ending_signals.h"
#include "session/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Standard output is the socket, standard input is empty. */
static int keep_descriptors(int socket)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(socket, STDOUT_FILENO) < 0)
		return -errno;
	close_range(STDERR_FILENO + 1, UINT_MAX, 0);
	return output_open();
}

static void unblock_signals(void)
{
	sigset_t none;

	sigemptyset(&none);
	signal(SIGPIPE, SIG_DFL);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static int session(const struct member *m)
{
	const struct serve_tool *c = m->config;
	struct metrics_settings metrics = {c->allow_labels, c->nlabels, c->max_series};

	unblock_signals();
	prctl(PR_SET_NAME, c->family);
	if (keep_descriptors(m->answering))
		return EXIT_FAILED;
	settings_reset();
	settings.quiet = true;
	settings.metrics = &metrics;
	return output_close(run_tool(m->tool, c->argc, c->argv));
}

pid_t child_fork(const struct member *m)
{
	pid_t pid = fork();

	if (!pid)
		_exit(session(m));
	return pid < 0 ? -errno : pid;
}
