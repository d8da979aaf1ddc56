// SPDX-License-Identifier: GPL-2.0-or-later
#include "select.h"

#include "base/log.h"
#include "calls/select.h"
#include "events.h"
#include "names.h"
#include "status.h"
#include "trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* strace: trace=LIST, signal=LIST and others in one option */
static int refuse_strace(const char *list)
{
	static const char *const hints[][2] = {
		{"signal=", "--signals shows them"},
		{"inject=", "changing calls needs ptrace; strace does that"},
		{"fault=", "changing calls needs ptrace; strace does that"},
		{"read=", "--string-limit shows more of the data"},
		{"write=", "--string-limit shows more of the data"},
	};

	for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); i++)
		if (!strncmp(list, hints[i][0], strlen(hints[i][0])))
			return fail(-EINVAL, "-e %s: %s", list, hints[i][1]);
	return 0;
}

/* Numbers that no table has are in what is inverted, and in all. */
static void merge(struct selection *to, const struct call_set *set, bool others)
{
	for (size_t i = 0; i < TRACE_PLANS / 64; i++)
		to->set.bits[i] |= set->bits[i];
	to->set.others |= others;
	to->given = true;
}

static int select_calls(struct selection *selection, const char *list)
{
	struct call_set set = {0};
	char message[256];

	if (strchr(list, ':') && *list != '/')
		return fail(-EINVAL, "-e %s: an event, not a call; events are CATEGORY:NAME, and none is left out", list);
	if (call_select(&set, list, names_machine(), message, sizeof(message)))
		return fail(-EINVAL, "-e %s", message);
	merge(selection, &set, *list == '!' || !strcmp(list, "all"));
	return 0;
}

int select_parse(void *to, const char *list)
{
	struct selection *selection = to;
	bool events = false;
	char *calls;
	int err;

	if (!strncmp(list, "status=", 7))
		return status_parse(&trace.statuses, list + 7);
	if (refuse_strace(list))
		return -EINVAL;
	calls = strdup(strncmp(list, "trace=", 6) ? list : list + 6);
	if (!calls)
		return fail(-ENOMEM, "out of memory");
	err = events_take(calls, &events);
	selection->events |= events;
	if (!err && (*calls || !events))
		err = select_calls(selection, calls);
	free(calls);
	return err;
}

bool select_has(const struct selection *s, unsigned index)
{
	return !s->given || (s->set.bits[index / 64] >> index % 64 & 1);
}
