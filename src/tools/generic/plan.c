// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan.h"

#include "base/log.h"
#include "probe/fields.h"
#include "probe/registers.h"
#include "probe/words.h"
#include "tracepoints.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

unsigned generic_words(const struct probe_argument *a)
{
	if (a->fetch.base == PROBE_COMM)
		return TASK_COMM / 8;
	return probe_is_text(a) ? PROBE_KEY_TEXT / 8 : 1;
}

bool generic_takes(const struct probe *p, enum probe_from from)
{
	for (unsigned i = 0; i < p->narguments; i++)
		if (p->arguments[i].from == from)
			return true;
	return false;
}

bool generic_fetches(const struct probe *p, enum probe_base base)
{
	for (unsigned i = 0; i < p->narguments; i++)
		if (p->arguments[i].fetch.base == base)
			return true;
	return false;
}

bool generic_only_in_tasks(const struct probe *p)
{
	return p->target == TARGET_USER ||
		   (p->target == TARGET_TRACEPOINT && (!strcmp(p->symbol, "syscalls") || !strcmp(p->symbol, "raw_syscalls")));
}

/* ---- keys and value ---- */

static int find(struct generic *g, const char *what, const char *name)
{
	int i = probe_find_argument(&g->probe, name);

	if (i == -ENOENT)
		return fail(-EINVAL, "%s %s: neither an argument of the probe nor one of comm, pid, tid, uid, cpu, func%s",
					what, name, probe_suggest(&g->probe, name));
	return i == -ENOTSUP ? fail(-EINVAL, "%s %s: neither a number nor a string", what, name) : i;
}

static int add_key(struct generic *g, const char *name)
{
	int i = find(g, "key", name);

	if (i < 0)
		return i;
	g->keys[g->nkeys++] = (unsigned)i;
	g->key_words += generic_words(&g->probe.arguments[i]);
	if (g->key_words + 1 > PROBE_KEY_WORDS) /* one word is left for the sign */
		return fail(-EINVAL, "key %s: keys have room for %d numbers, or two strings and %d numbers", name,
					PROBE_KEY_WORDS - 1, PROBE_KEY_WORDS - 1 - 2 * PROBE_KEY_TEXT / 8);
	return 0;
}

static int add_keys(struct generic *g)
{
	char copy[512], *save = NULL;
	int err = 0;

	if (!g->key_names)
		return 0;
	if (g->view == PROBE_ROWS)
		return fail(-EINVAL, "--by needs --count, --sum, --hist, --latency or --stacks");
	if (snprintf(copy, sizeof(copy), "%s", g->key_names) >= (int)sizeof(copy))
		return fail(-EINVAL, "too many keys");
	for (char *one = strtok_r(copy, ", ", &save); one && !err; one = strtok_r(NULL, ", ", &save))
		err = add_key(g, one);
	return err;
}

static int find_value(struct generic *g)
{
	const char *name = g->latency ? "latency" : g->value_name;
	int i = name ? find(g, "value", name) : 0;

	if (!name)
		return 0;
	if (i < 0)
		return i;
	if (probe_is_text(&g->probe.arguments[i]))
		return fail(-EINVAL, "value %s: a string, not a number", name);
	g->plan.value = (uint32_t)i;
	g->plan.value_is_time = g->latency;
	g->plan.value_signed = !!g->probe.arguments[i].fetch.is_signed && g->view == PROBE_HIST;
	return 0;
}

/* ---- rows ---- */

/* After the fixed part of a row come its strings, then the record. */
static void lay_out(struct generic *g)
{
	struct probe_layout *l = &g->plan.layout;
	uint32_t at = sizeof(struct probe_row);

	l->kernel_stack = (g->stacks || g->stack_view) && g->probe.target != TARGET_USER;
	l->user_stack = g->stacks || g->stack_view;
	for (unsigned i = 0; i < g->probe.narguments; i++) {
		struct probe_argument *a = &g->probe.arguments[i];

		a->fetch.text = PROBE_TEXTS;
		if (probe_is_text(a) && !a->hidden && l->ntexts < PROBE_TEXTS)
			a->fetch.text = l->ntexts++;
	}
	l->texts = at;
	at += l->ntexts * PROBE_TEXT;
	l->record = at;
	if (g->probe.target == TARGET_TRACEPOINT && g->view == PROBE_ROWS && !g->probe.is_event_probe)
		l->record_size = tracepoints_record_size(g);
	at += l->record_size;
	l->size = at;
}

/* Calls are chosen at their entry, because at the return the arguments are gone. */
static int check_latency(const struct generic *g)
{
	for (unsigned i = 0; i < g->probe.narguments; i++)
		if (g->probe.arguments[i].from == FROM_RETURN)
			return fail(-EINVAL, "--latency chooses calls at their entry, where %s is not known",
						g->probe.arguments[i].name);
	if (g->key_words > PROBE_CALL_WORDS)
		return fail(-EINVAL, "--latency has room for %d numbers as keys, or a name and %d", PROBE_CALL_WORDS,
					PROBE_CALL_WORDS - 2);
	return g->probe.target == TARGET_TRACEPOINT ? fail(-EINVAL, "--latency: a tracepoint is no call") : 0;
}

static int check_texts(const struct generic *g)
{
	unsigned texts = 0;

	for (unsigned i = 0; i < g->probe.narguments; i++)
		texts += probe_is_text(&g->probe.arguments[i]) && !g->probe.arguments[i].hidden;
	return texts <= PROBE_TEXTS ? 0 : fail(-EINVAL, "a row has room for %d strings", PROBE_TEXTS);
}

static int check_record(const struct generic *g)
{
	if (g->probe.target != TARGET_TRACEPOINT || g->view != PROBE_ROWS || g->probe.is_event_probe ||
		tracepoints_record_size(g) <= PROBE_RECORD_MAX)
		return 0;
	return fail(-EINVAL, "%s: its records have %u bytes, and a row has room for %d", g->probe.name,
				tracepoints_record_size(g), PROBE_RECORD_MAX);
}

static void fill_plan(struct generic *g)
{
	struct probe_plan *plan = &g->plan;

	plan->nfetches = g->probe.narguments;
	plan->nconditions = g->probe.nconditions;
	plan->nkeys = g->nkeys;
	plan->view = g->view;
	plan->is_return = g->probe.is_return;
	memcpy(plan->conditions, g->probe.conditions, sizeof(plan->conditions));
	for (unsigned i = 0; i < g->nkeys; i++)
		plan->keys[i] = g->keys[i];
	if (plan->value_signed)
		g->key_words++;
	if (g->view == PROBE_STACKS)
		g->key_words += 2;
	if (!g->key_words)
		g->key_words = 1; /* a map needs a key, even if it is always zero */
}

int generic_plan(struct generic *g)
{
	int err = add_keys(g);

	if (!err)
		err = find_value(g);
	if (!err)
		err = check_texts(g);
	if (!err)
		err = check_record(g);
	if (!err && g->latency)
		err = check_latency(g);
	if (err)
		return err;
	lay_out(g);
	fill_plan(g);
	return 0;
}

void generic_place(struct generic *g, bool function, unsigned nargs)
{
	for (unsigned i = 0; i < g->probe.narguments; i++) {
		struct probe_argument *a = &g->probe.arguments[i];

		if (a->from == FROM_REGISTER || a->from == FROM_RECORD)
			a->fetch.at = a->number;
		if (a->from == FROM_ARGUMENT)
			a->fetch.at = function ? 8UL * a->number : (uint64_t)register_of_argument(a->number);
		if (a->from == FROM_RETURN)
			a->fetch.at = function ? 8UL * nargs : (uint64_t)register_of_return();
		g->plan.fetches[i] = a->fetch;
	}
}
