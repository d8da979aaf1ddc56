// SPDX-License-Identifier: GPL-2.0-or-later
#include "ending_signals.h"

#include "base/log.h"

#include <errno.h>
#include <string.h>

#define ENDING_MAX (sizeof(ending) / sizeof(ending[0]))

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static sigset_t old_mask;

static bool is_ignored(int number)
{
	struct sigaction action;

	return !sigaction(number, NULL, &action) && action.sa_handler == SIG_IGN;
}

/* Leaves out an ignored HUP, so that nohup works: a blocked signal can be read although it is ignored. INT and
 * QUIT stay in. A shell makes the commands of & ignore them, but whoever sends them with kill means them. */
void ending_signals(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < ENDING_MAX; i++)
		if (ending[i] != SIGHUP || !is_ignored(SIGHUP))
			sigaddset(set, ending[i]);
}

int ending_signals_block(void)
{
	sigset_t set;

	ending_signals(&set);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* write() says EFBIG instead */
	signal(SIGCHLD, SIG_DFL); /* ignored, it would hide a command's status from waitpid() */
	return sigprocmask(SIG_BLOCK, &set, &old_mask) ? fail(-errno, "sigprocmask: %s", strerror(errno)) : 0;
}

void ending_signals_unblock(void)
{
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	sigprocmask(SIG_SETMASK, &old_mask, NULL);
}

bool ending_signals_pending(void)
{
	sigset_t set;

	sigpending(&set);
	for (size_t i = 0; i < ENDING_MAX; i++)
		if (sigismember(&set, ending[i]))
			return true;
	return false;
}
