// SPDX-License-Identifier: GPL-2.0-or-later
/* wakeup - who ends the waits of others: the waker's stack, and how long the one that it woke had waited. */
#include "tools/waits/waits.h"

static const struct opt options[] = {
	WAITS_OPTIONS,
	WAITS_STATE_OPTION,
	STACKS_OPTIONS,
	OPT_END,
};

static struct field fields[] = {
	STACKS_FIELDS_OF(struct waits_row, key.task, waits_woken),
	FIELD_AS("woken", struct waits_row, key.other.comm, FIELD_CHARS, FIELD_KEY, -16),
	FIELD_AS("woken_pid", struct waits_row, key.other.pid, FIELD_U32, FIELD_KEY, 7),
	WAITS_COUNTERS,
};

static const struct schema schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(struct waits_key),
	.row_size = sizeof(struct waits_row),
	.compare = waits_compare,
};

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
	.unit = "waits",
	.options = options,
	.takes = TAKES_TASK | TAKES_TIMESTAMP | TAKES_DURATION | TAKES_INTERVAL | TAKES_COMMAND | TAKES_STACKS |
			 TAKES_NAMES | TAKES_BUFFER,
	.max_args = 0,
	.schema = &schema,
	.view = VIEW_STACKS,
	.prepare = prepare,
	.note = stacks_note,
	.bpf = &waits_bpf,
	.perf = &waits_perf,
	.doctor_variants = (const char *const[]){"-U", "-K", NULL},
};
