// SPDX-License-Identifier: GPL-2.0-or-later
#include "status.h"

#include "base/log.h"
#include "trace.h"

#include <errno.h>
#include <string.h>

#define ALL (STATUS_SUCCESSFUL | STATUS_FAILED | STATUS_UNFINISHED | STATUS_DETACHED)

static const struct {
	const char *name;
	uint32_t bits;
} words[] = {
	{"successful", STATUS_SUCCESSFUL},
	{"failed", STATUS_FAILED},
	{"unfinished", STATUS_UNFINISHED},
	{"detached", STATUS_DETACHED},
	{"unavailable", 0}, /* strace could not read a result: here they always can be */
	{"all", ALL},
	{"none", 0},
};

static bool add_word(uint32_t *bits, const char *word, size_t n)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i].name) == n && !strncmp(words[i].name, word, n)) {
			*bits |= words[i].bits;
			return true;
		}
	return false;
}

int status_parse(void *statuses, const char *list)
{
	const char *at = list + (*list == '!');
	uint32_t bits = 0;
	size_t n;

	for (;; at += n + 1) {
		n = strcspn(at, ",");
		if (!add_word(&bits, at, n))
			return fail(-EINVAL, "--status %s: no status '%.*s'; successful, failed, unfinished, detached or all", list,
						(int)n, at);
		if (!at[n])
			break;
	}
	if (*list == '!')
		bits ^= ALL;
	if (!bits)
		return fail(-EINVAL, "--status %s: no call ends so", list);
	*(uint32_t *)statuses = bits;
	return 0;
}

int status_prepare(bool recorded)
{
	if (trace.failed && trace.succeeded)
		return fail(-EINVAL, "--failed and --successful-only exclude each other");
	if (!trace.statuses) {
		trace.statuses = recorded ? ALL : ALL & ~(uint32_t)STATUS_DETACHED;
		if (trace.failed || trace.succeeded || trace.by_error)
			trace.statuses = trace.succeeded ? STATUS_SUCCESSFUL : STATUS_FAILED;
		return 0;
	}
	if (trace.failed || trace.succeeded)
		return fail(-EINVAL, "--status says how calls end; --failed and --successful-only say it too");
	if (trace.by_error && !(trace.statuses & STATUS_FAILED))
		return fail(-EINVAL, "--errno is of calls that fail, which --status leaves out");
	trace.failed = !(trace.statuses & STATUS_SUCCESSFUL);
	trace.succeeded = !(trace.statuses & STATUS_FAILED);
	return 0;
}
