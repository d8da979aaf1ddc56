/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * probe_run.h - the BPF program's own filter, bpf/probe_filter.bpf.h, compiled for user space and run on values
 * and strings that a test sets. evaluate.c, which filters ftrace's records, must agree each time. The program's
 * tables are read-only data; `const` is defined away here, so that a test can fill them.
 */
#pragma once

#include "probe/evaluate.h"
#include "probe/needs.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long u64;
typedef long long s64;
typedef unsigned int u32;

#define KTALLY_PROBE_FETCH_BPF_H /* replaces that header: */
/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): BPF code uses these names */
#undef __always_inline
#define __always_inline inline __attribute__((always_inline))
#define __noinline __attribute__((noinline))
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
static volatile struct probe_plan plan;
static const char *run_texts[PROBE_FETCHES];

/* Reads value i of a record, as run_load_needs() places it */
static u64 *run_values;

static u64 context_word(void *ctx, u64 word)
{
	(void)ctx;
	return run_values[word - 1];
}

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
static struct probe_plan needed;

/* Each value is one whole word; they follow each other, and none is a string */
static inline void run_load_needs(const struct probe *p)
{
	needed = (struct probe_plan){.nconditions = p->nconditions, .context_size = 8 + 8 * PROBE_FETCHES};
	memcpy(needed.conditions, p->conditions, sizeof(p->conditions));
	for (unsigned i = 0; i < p->narguments && i < PROBE_FETCHES; i++) {
		needed.fetches[i] = (struct probe_fetch){.base = PROBE_CONTEXT, .at = 8 + 8 * i, .size = 8};
		needed.fetches[i].is_signed = p->arguments[i].fetch.is_signed;
	}
	probe_needs(&needed);
	plan.nneeds = needed.nneeds;
	memcpy((void *)plan.needs, needed.needs, sizeof(needed.needs));
}

static inline void run_load(const struct probe *p)
{
	loaded = p;
	plan.nconditions = p->nconditions;
	memcpy((void *)plan.conditions, p->conditions, sizeof(p->conditions));
	memcpy((void *)globs, p->globs, sizeof(globs));
	run_load_needs(p);
}

static inline void run_needs(u64 *values, bool result)
{
	run_values = values;
	if (result && !needs_met(NULL))
		fail_msg("what %s needs refuses what it passes", loaded->filter);
	if (!result && needed.nneeds && !needed.nconditions && needs_met(NULL))
		fail_msg("what %s needs is all of it, but passes what it refuses", loaded->filter);
}

static inline bool run_passes(u64 *values)
{
	static struct probe_event event;
	bool result = !plan.nconditions || passes(NULL, values, false);

	if (plan.nconditions && passes(NULL, values, true) != result)
		fail_msg("the straight form of the BPF program and its loop do not agree on %s", loaded->filter);
	run_needs(values, result);
	memcpy(event.values, values, sizeof(event.values));
	for (unsigned i = 0; i < PROBE_FETCHES; i++)
		snprintf(event.texts[i], sizeof(event.texts[i]), "%s", run_texts[i] ? run_texts[i] : "");
	if (probe_passes(loaded, &event) != result)
		fail_msg("the BPF program and user space do not agree on %s", loaded->filter);
	return result;
}

/* True if the glob matches; the BPF program's automaton decides */
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
