// SPDX-License-Identifier: GPL-2.0-or-later
#include "event.h"

#include "base/log.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define HARDWARE(name_, id)                                  \
	{                                                        \
		name_, PERF_TYPE_HARDWARE, PERF_COUNT_HW_##id, false \
	}
#define SOFTWARE(name_, id, single_)                           \
	{                                                          \
		name_, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_##id, single_ \
	}

const struct profile_event profile_cycles = HARDWARE("cycles", CPU_CYCLES);
const struct profile_event profile_clock = SOFTWARE("cpu-clock", CPU_CLOCK, false);

/* perf-list(1) */
static const struct profile_event events[] = {
	HARDWARE("cycles", CPU_CYCLES),
	HARDWARE("cpu-cycles", CPU_CYCLES),
	HARDWARE("instructions", INSTRUCTIONS),
	HARDWARE("cache-references", CACHE_REFERENCES),
	HARDWARE("cache-misses", CACHE_MISSES),
	HARDWARE("branches", BRANCH_INSTRUCTIONS),
	HARDWARE("branch-instructions", BRANCH_INSTRUCTIONS),
	HARDWARE("branch-misses", BRANCH_MISSES),
	HARDWARE("bus-cycles", BUS_CYCLES),
	HARDWARE("stalled-cycles-frontend", STALLED_CYCLES_FRONTEND),
	HARDWARE("stalled-cycles-backend", STALLED_CYCLES_BACKEND),
	HARDWARE("ref-cycles", REF_CPU_CYCLES),
	SOFTWARE("cpu-clock", CPU_CLOCK, false),
	SOFTWARE("task-clock", TASK_CLOCK, false),
	SOFTWARE("page-faults", PAGE_FAULTS, true),
	SOFTWARE("faults", PAGE_FAULTS, true),
	SOFTWARE("minor-faults", PAGE_FAULTS_MIN, true),
	SOFTWARE("major-faults", PAGE_FAULTS_MAJ, true),
	SOFTWARE("context-switches", CONTEXT_SWITCHES, true),
	SOFTWARE("cs", CONTEXT_SWITCHES, true),
	SOFTWARE("cpu-migrations", CPU_MIGRATIONS, true),
	SOFTWARE("migrations", CPU_MIGRATIONS, true),
	SOFTWARE("alignment-faults", ALIGNMENT_FAULTS, true),
	SOFTWARE("emulation-faults", EMULATION_FAULTS, true),
};

/* rNNN: an event of this processor by its number, in hexadecimal */
static const struct profile_event *parse_raw(const char *text)
{
	static struct profile_event raw = {.type = PERF_TYPE_RAW};
	char *end;

	raw.name = text;
	errno = 0;
	raw.config = strtoull(text + 1, &end, 16);
	return !errno && end != text + 1 && !*end && text[1] != '-' ? &raw : NULL;
}

const struct profile_event *profile_event_parse(const char *text)
{
	const struct profile_event *raw = *text == 'r' ? parse_raw(text) : NULL;

	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++)
		if (!strcmp(text, events[i].name))
			return &events[i];
	if (raw)
		return raw;
	if (strchr(text, ':'))
		fail(-EINVAL, "-e %s: stacks of a tracepoint are counted by: ktally tpoint -s %s", text, text);
	else
		fail(-EINVAL,
			 "-e %s: no such event; there are cycles, instructions, cache-misses, cpu-clock, page-faults, "
			 "context-switches and others: see ktally-profile(8)",
			 text);
	return NULL;
}

int profile_event_open(const struct profile_event *e, int cpu, uint64_t frequency, uint64_t period)
{
	struct perf_event_attr attr = {
		.type = e->type,
		.size = sizeof(attr),
		.config = e->config,
		.freq = !period,
		.disabled = 1,
	};
	int fd;

	attr.sample_period = period ? period : frequency; /* the same word as sample_freq */
	fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : fd;
}
