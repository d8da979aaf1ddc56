/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * probe_run.h - the BPF program's own filter, bpf/probe_filter.bpf.h, compiled for here: what it says of values and
 * strings that a test sets. Its tables are read-only data there; here `const` is taken out, so that they can be filled.
 */
#ifndef KTALLY_PROBE_RUN_H
#define KTALLY_PROBE_RUN_H

#include "probe/probe.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long u64;
typedef long long s64;
typedef unsigned int u32;

#define KTALLY_PROBE_FETCH_BPF_H /* instead of it: */
#undef __always_inline
#define __always_inline inline __attribute__((always_inline))
#define __noinline __attribute__((noinline))
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

static inline void run_load(const struct probe *p)
{
	plan.nconditions = p->nconditions;
	memcpy((void *)plan.conditions, p->conditions, sizeof(p->conditions));
	memcpy((void *)globs, p->globs, sizeof(globs));
}

static inline bool run_passes(u64 *values)
{
	return !plan.nconditions || passes(NULL, values);
}

/* Does the glob match, by the program's automaton? */
static inline bool run_matches(const struct probe_glob *g, const char *text)
{
	memcpy((void *)globs, g, sizeof(*g));
	run_texts[0] = text;
	return matches(NULL, 0, 0);
}

#endif
