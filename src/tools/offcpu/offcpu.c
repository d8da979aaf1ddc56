// SPDX-License-Identifier: GPL-2.0-or-later
/* offcpu - where threads wait, and how long: the time they are off the CPU, by stack. */
#include "tools/waits/waits.h"

static const struct opt options[] = {
	WAITS_OPTIONS,
	WAITS_STATE_OPTION,
	OPT_FLAG(0, "waiting", &waits.waiting, "also waits that had not ended: by the kernel's stack"),
	STACKS_OPTIONS,
	OPT_END,
};

static struct field fields[] = {
	STACKS_FIELDS(struct waits_row, key.task),
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
	return waits_prepare(s, fields, WAITS_OFFCPU);
}

const struct tool offcpu_tool = {
	.name = "offcpu",
	.summary = "Where threads wait: off-CPU time by stack.",
	.examples = "  offcpu -d 10 -p 1234               where one process waits, for 10 s\n"
				"  offcpu -d 10 --flame off.svg       all of them, as a flame graph\n"
				"  offcpu --state D --min 10ms        long waits for disks and locks\n"
				"  offcpu --waiting -- ./program      also those that never ended\n",
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
	.doctor_variants = (const char *const[]){"-U", "-K", "--state D", "--waiting", NULL},
};
