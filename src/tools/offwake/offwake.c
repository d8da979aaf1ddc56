// SPDX-License-Identifier: GPL-2.0-or-later
/* offwake - where threads wait, and who ends that: both stacks, and the time. */
#include "tools/waits/waits.h"

static const struct opt options[] = {
	WAITS_OPTIONS,
	WAITS_STATE_OPTION,
	STACKS_OPTIONS,
	OPT_END,
};

/* Nobody, where the wake-up was not seen */
static bool has_waker(const struct field *f, const void *row)
{
	const struct waits_key *key = row;

	(void)f;
	return key->other.comm[0];
}

static struct field fields[] = {
	STACKS_FIELDS_OF(struct waits_row, key.task, waits_waker),
	FIELD_AS("waker", struct waits_row, key.other.comm, FIELD_CHARS, FIELD_KEY, -16, .known = has_waker),
	FIELD_AS("waker_pid", struct waits_row, key.other.pid, FIELD_U32, FIELD_KEY, 7, .known = has_waker),
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
	return waits_prepare(s, fields, WAITS_OFFWAKE);
}

const struct tool offwake_tool = {
	.name = "offwake",
	.summary = "Where threads wait and who wakes them, by both stacks.",
	.examples = "  offwake -d 10 -p 1234              one process, for 10 s\n"
				"  offwake -d 10 --flame wait.svg     as a flame graph: wakers on top of sleepers\n"
				"  offwake --state D --min 10ms       long waits for disks and locks\n",
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
