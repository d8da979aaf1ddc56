// SPDX-License-Identifier: GPL-2.0-or-later
#include "task_by.h"

#include "base/log.h"

#include <errno.h>
#include <string.h>

int task_by_parse(void *to, const char *text)
{
	static const char *const words[] = {
		[BY_COMMAND] = "command", [BY_PROCESS] = "process", [BY_THREAD] = "thread",
		[BY_CGROUP] = "cgroup",	  [BY_CPU] = "cpu",
	};
	enum task_by_what *by = to;

	for (size_t i = BY_COMMAND; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(text, words[i])) {
			*by = (enum task_by_what)i;
			return 0;
		}
	return fail(-EINVAL, "--by %s: it is command, process, thread, cgroup or cpu", text);
}
