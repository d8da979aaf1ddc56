// SPDX-License-Identifier: GPL-2.0-or-later
#include "tasks.h"

#include "base/log.h"
#include "base/numbers.h"
#include "session/settings.h"
#include "trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int tasks_parse_not(void *to, const char *list)
{
	struct trace_not_pids *not = to;
	char word[16];
	uint64_t pid;
	size_t n;

	for (const char *at = list;; at += n + 1) {
		n = strcspn(at, ",");
		snprintf(word, sizeof(word), "%.*s", (int)n, at);
		if (n >= sizeof(word) || parse_number(word, 1, 1 << 22, &pid))
			return fail(-EINVAL, "--not-pid %s: '%.*s' is not a process id", list, (int)n, at);
		if (not ->n == TRACE_NOT_PIDS)
			return fail(-EINVAL, "--not-pid: at most %d process ids", TRACE_NOT_PIDS);
		not ->pids[not ->n++] = (uint32_t)pid;
		if (!at[n])
			return 0;
	}
}

bool tasks_left_out(uint32_t pid)
{
	for (uint32_t i = 0; i < trace.not_pids.n; i++)
		if (trace.not_pids.pids[i] == pid)
			return true;
	return false;
}

void tasks_keep_command(uint32_t pid)
{
	if (!trace.no_follow || !pid || settings.npids || settings.tid || settings.follow)
		return;
	settings.pids[0] = pid;
	settings.npids = 1;
}
