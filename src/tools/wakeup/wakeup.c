// SPDX-License-Identifier: GPL-2.0-or-later
/* wakeup - who ends the waits of others: the waker's stack, and how long the one that it woke had waited. */
#include "tools/waits/waits.h"

static const struct opt options[] = {
	WAITS_OPTIONS,
	STACKS_OPTIONS,
	OPT_END,
};

static struct field fields[] = {
	STACKS_FIELDS_OF(struct waits_row, key.task, waits_woken),
	FIELD_AS("woken", struct waits_row, key.other.comm, FIELD_CHARS, FIELD_KEY, -16),
	FIELD_AS("woken_pid", struct waits_row, key.other.pid, FIELD_U32, FIELD_KEY, 7),
	WAITS_COUNTERS,
};

static const struct schema schema = WAITS_SCHEMA(fields);

static int prepare(struct session *s)
{
	return waits_prepare(s, fields, WAITS_WAKEUP);
}

const struct tool wakeup_tool = {
	.name = "wakeup",
	.summary = "Who wakes waiting threads, by the waker's stack.",
	.examples = "  wakeup -d 10                       for 10 s\n"
				"  wakeup -p 1234 --min 1ms           who ends the long waits of one process\n"
				"  wakeup -d 10 --flame wakers.svg    as a flame graph\n",
	WAITS_TOOL(0),
	.options = options,
	.schema = &schema,
	.prepare = prepare,
	.doctor_variants = (const char *const[]){"-U", "-K", NULL},
};
