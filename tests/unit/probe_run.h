/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * probe_run.h - the BPF program's own filter, bpf/probe_filter.bpf.h, compiled for here: what it says of values and
 * strings that a test sets; evaluate.c, which filters ftrace's records, must agree each time. Its tables are read-only
 * data there; here `const` is taken out, so that they can be filled.
 */
#ifndef KTALLY_PROBE_RUN_H
#define KTALLY_PROBE_RUN_H

#include "probe/evaluate.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long u64;
typedef long long s64;
typedef unsigned int u32;

#define KTALLY_PROBE_FETCH_BPF_H /* instead of it: */
/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the names that BPF code has */
#undef __always_inline
#define __always_inline inline __attribute__((always_inline))
#define __noinline __attribute__((noinline))
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
static volatile struct probe_plan plan;
static const char *run_texts[PROBE_FETCHES];

static void fetch_text(void *ctx, u32 i, char *to, u32 size)
{
	(void)ctx;
	snprintf(to, size, "%s", run_texts[i]);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#define const
#include "../../bpf/probe_filter.bpf.h"
#undef const
#pragma GCC diagnostic pop

static const struct probe *loaded;

static inline void run_load(const struct probe *p)
{
	loaded = p;
	plan.nconditions = p->nconditions;
	memcpy((void *)plan.conditions, p->conditions, sizeof(p->conditions));
	memcpy((void *)globs, p->globs, sizeof(globs));
}

static inline bool run_passes(u64 *values)
{
	static struct probe_event event;
	bool result = !plan.nconditions || passes(NULL, values, false);

	if (plan.nconditions && passes(NULL, values, true) != result)
		fail_msg("the straight form of the BPF program and its loop do not agree on %s", loaded->filter);
	memcpy(event.values, values, sizeof(event.values));
	for (unsigned i = 0; i < PROBE_FETCHES; i++)
		snprintf(event.texts[i], sizeof(event.texts[i]), "%s", run_texts[i] ? run_texts[i] : "");
	if (probe_passes(loaded, &event) != result)
		fail_msg("the BPF program and user space do not agree on %s", loaded->filter);
	return result;
}

/* Does the glob match, by the program's automaton? */
static inline bool run_matches(const struct probe_glob *g, const char *text)
{
	char room[PROBE_TEXT] = {0};
	bool result;

	memcpy((void *)globs, g, sizeof(*g));
	run_texts[0] = text;
	result = matches(NULL, 0, 0);
	for (size_t i = 0; i + 1 < sizeof(room) && text[i]; i++)
		room[i] = text[i];
	if (probe_glob_matches(g, room) != result)
		fail_msg("the BPF program and user space do not agree on \"%s\"", text);
	return result;
}

#endif
