// SPDX-License-Identifier: GPL-2.0-or-later
/* profile - where the CPUs' time goes: samples, counted by stack in the kernel. */
#include "profile.h"

#include "base/log.h"

#include <errno.h>
#include <string.h>

struct profile_options profile = {.frequency = 99, .cpu = UINT64_MAX};

static int parse_event(void *to, const char *text)
{
	const struct profile_event **event = to;

	*event = profile_event_parse(text);
	return *event ? 0 : -EINVAL;
}

static const struct opt options[] = {
	OPT_NUMBER('F', "frequency", "HZ", &profile.frequency, 1, 100000, "samples a second of each CPU (99)"),
	OPT_NUMBER(0, "count", "N", &profile.period, 1, UINT32_MAX, "a sample every N events instead", .elsewhere = 'c'),
	OPT_PARSED('e', "event", "EVENT", &profile.event, parse_event, "cycles, page-faults, context-switches, ..."),
	STACKS_OPTIONS,
	OPT_NUMBER(0, "cpu", "N", &profile.cpu, 0, 65535, "only this CPU", .elsewhere = 'C'),
	OPT_FLAG('I', "idle", &profile.idle, "also idle CPUs"),
	OPT_END,
};

static struct field fields[] = {
	STACKS_FIELDS(struct profile_row, key),
	FIELD(struct profile_row, samples, FIELD_U64, 0, 9),
};

static int compare(const void *a, const void *b)
{
	const struct profile_row *x = a, *y = b;

	return x->samples < y->samples ? -1 : x->samples > y->samples ? 1 : memcmp(&x->key, &y->key, sizeof(x->key));
}

static const struct schema schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(struct stack_key),
	.row_size = sizeof(struct profile_row),
	.compare = compare,
};

static int prepare(struct session *s)
{
	if (profile.event && profile.event->single && !profile.period)
		profile.period = 1;
	return stacks_prepare(s, fields);
}

const struct tool profile_tool = {
	.name = "profile",
	.summary = "Where CPU time goes: stacks, sampled.",
	.examples = "  profile -d 10                     the functions that ran most, for 10 s\n"
				"  profile -d 10 --flame cpu.svg     a flame graph\n"
				"  profile -p 1234 -F 499 --tree     one process, more often, as a tree\n"
				"  profile -e page-faults -- ls      which code makes ls fault pages in\n",
	.unit = "samples",
	.options = options,
	.takes = TAKES_TASK | TAKES_TIMESTAMP | TAKES_DURATION | TAKES_INTERVAL | TAKES_COMMAND | TAKES_STACKS |
			 TAKES_NAMES | TAKES_BUFFER,
	.max_args = 0,
	.schema = &schema,
	.view = VIEW_STACKS,
	.prepare = prepare,
	.note = stacks_note,
	.bpf = &profile_bpf_recipe,
	.perf = &profile_perf,
	.doctor_variants = (const char *const[]){"-U", "-K", "--by cgroup", "-e page-faults", NULL},
};
