// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracefs_knobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

const struct knob knobs_free[] = {
	{"function_profile_enabled", "0", HOLD_PROFILER, false},
	{"current_tracer", "nop", HOLD_PROFILER, false},
	{"set_ftrace_filter", NULL, HOLD_PROFILER, false},
	{"set_ftrace_notrace", NULL, HOLD_PROFILER, false},
	{"set_event", NULL, HOLD_TOP_ALONE, false},
	{"set_event_pid", NULL, HOLD_TOP_ALONE, true},
	{"set_ftrace_pid", NULL, HOLD_TOP_ALONE, true},
	{"set_ftrace_notrace_pid", NULL, HOLD_TOP_ALONE, true}, /* since 5.8 */
	{"set_graph_function", NULL, HOLD_GRAPH_ALONE, false},
	{"set_graph_notrace", NULL, HOLD_GRAPH_ALONE, false},
	{"max_graph_depth", "0", HOLD_GRAPH_ALONE, false},
	{"tracing_thresh", "0", HOLD_THRESHOLD, false},
	{NULL, NULL, 0, false},
};

const struct knob knobs_noted[] = {
	{"trace_clock", NULL, HOLD_TOP_ALONE, false},
	{"buffer_size_kb", NULL, HOLD_TOP_ALONE, false},
	{"options:overwrite", NULL, HOLD_TOP_ALONE, false},
	{"options:function-fork", NULL, HOLD_TOP_ALONE, false},
	{"options:sleep-time", NULL, HOLD_GRAPH_ALONE, false}, /* shared by all function_graph tracers until 6.13 */
	{"options:funcgraph-irqs", NULL, HOLD_GRAPH_ALONE, false},
	{"osnoise:cpus", NULL, HOLD_NOISE_ALONE, false},
	{"osnoise:runtime_us", NULL, HOLD_NOISE_ALONE, false}, /* the kernel refuses more than the period */
	{"osnoise:period_us", NULL, HOLD_NOISE_ALONE, false},
	{"osnoise:timerlat_period_us", NULL, HOLD_NOISE_ALONE, false},
	{"osnoise:stop_tracing_us", NULL, HOLD_NOISE_ALONE, false},
	{"osnoise:stop_tracing_total_us", NULL, HOLD_NOISE_ALONE, false},
	{NULL, NULL, 0, false},
};

static void path_of(char *to, size_t size, const char *file)
{
	char *colon;

	snprintf(to, size, "%s", file);
	colon = strchr(to, ':');
	if (colon)
		*colon = '/';
}

static char *read_knob(const char *file)
{
	char path[64];

	path_of(path, sizeof(path), file);
	return tracefs_instance_file_read(NULL, path, NULL);
}

bool knob_word(char *to, size_t size, const char *file)
{
	char *text = read_knob(file), *from = text, *at;
	bool there = text;

	if (text && (at = strchr(text, '[')))
		from = at + 1;
	else if (text && (at = strstr(text, "expanded: ")))
		from = at + strlen("expanded: ");
	if (text && (*from == '#' || !strncmp(from, "no pid", 6)))
		*from = '\0';
	snprintf(to, size, "%.*s", text ? (int)strcspn(from, " ])\n") : 0, text ? from : "");
	free(text);
	return there;
}

void knob_write(const char *file, const char *value)
{
	char path[64];

	path_of(path, sizeof(path), file);
	if (value)
		tracefs_instance_file_write(NULL, path, value);
	else
		tracefs_instance_file_clear(NULL, path);
}

/* 24 bits of FNV-1a are enough: nobody gains from a collision. */
static uint32_t digest(const char *file)
{
	char *text = read_knob(file);
	uint32_t sum = 2166136261U;

	for (const char *c = text; c && *c; c++)
		sum = (sum ^ (unsigned char)*c) * 16777619U;
	free(text);
	return (sum >> 24 ^ sum) & 0xffffff;
}

static size_t mark_list(char *to, size_t size, size_t at, const struct knob *list, enum hold what)
{
	for (const struct knob *k = list; k->file && at < size; k++)
		if (what & k->of && !k->moves)
			at += (size_t)snprintf(to + at, size - at, ",%06x", digest(k->file));
		else
			at += (size_t)snprintf(to + at, size - at, ",");
	return at;
}

void knobs_mark(char *to, size_t size, enum hold what)
{
	size_t at = mark_list(to, size, 0, knobs_free, what);

	if (at < size)
		mark_list(to, size, at, knobs_noted, what);
}

/* True also if the mark has nothing for this file. */
static bool says_the_same(const char **mark, const char *file)
{
	uint32_t noted;
	char *end;

	*mark = strchr(*mark, ',');
	if (!*mark)
		return true;
	noted = (uint32_t)strtoul(++*mark, &end, 16);
	return end == *mark || noted == digest(file);
}

uint64_t knobs_untouched(const char *mark)
{
	const struct knob *lists[] = {knobs_free, knobs_noted};
	uint64_t bits = 0, bit = 1;

	for (size_t i = 0; i < 2; i++)
		for (const struct knob *k = lists[i]; k->file; k++, bit <<= 1)
			if (!mark || says_the_same(&mark, k->file))
				bits |= bit;
	return bits;
}
