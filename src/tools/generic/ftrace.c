// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of the three tools: a tracepoint's event or a dynamic one, and what becomes of its records. */
#include "source/ftrace/ftrace.h"
#include "ftrace_calls.h"
#include "ftrace_event.h"
#include "ftrace_fields.h"
#include "ftrace_filter.h"
#include "base/stack_store.h"
#include "ftrace_stacks.h"
#include "ftrace_values.h"
#include "plan.h"
#include "tracepoints.h"

#include <errno.h>
#include <ktally/stacks.h>
#include <stdio.h>
#include <string.h>
#include <tracefs/tracefs.h>

/* Of several tracepoints, in the order of generic.each */
static char several_names[TRACEPOINTS_MAX][192];
static struct ftrace_event events[TRACEPOINTS_MAX + 2];
static struct probe_event event;
static bool filtered; /* the kernel evaluates the filter */

/* ---- what becomes of an event ---- */

static void take_stack(struct session *s, void *waiting, const uint64_t *frames, unsigned n)
{
	const struct generic *g = generic_of(s);
	struct probe_row *row = waiting;
	struct probe_key *key = waiting;
	uint64_t hash = n ? stack_store_add(frames, n, n == STACK_FRAMES ? STACK_KERNEL | STACK_CUT : STACK_KERNEL) : 0;

	if (g->view == PROBE_STACKS) {
		key->words[g->key_words - 2] = hash;
		generic_count_event(s, key, g->key_words, 0);
		return;
	}
	row->kernel = hash;
	session_event(s, row);
}

static bool wants_stacks(struct session *s)
{
	return generic_of(s)->stacks || generic_of(s)->view == PROBE_STACKS;
}

static void take_row(struct session *s, const struct record *r)
{
	static struct {
		struct probe_row row;
		char texts[PROBE_TEXTS][PROBE_TEXT], record[PROBE_RECORD_MAX];
	} whole; /* a row that waits for its stack is kept elsewhere */
	void *to = wants_stacks(s) ? generic_stacks_wait(s, r) : &whole;

	if (!to)
		return;
	generic_make_row(generic_of(s), to, &event, r);
	if (tracepoints_several(generic_of(s)))
		((struct probe_row *)to)->function = (uint64_t)(r->event - events) + 1;
	if (to == &whole)
		session_event(s, &whole);
}

static void take_total(struct session *s, const struct record *r)
{
	const struct generic *g = generic_of(s);
	struct probe_key key = {0};
	unsigned at = generic_make_key(g, &key, &event);
	void *to;

	if (g->view != PROBE_STACKS) {
		generic_count_event(s, &key, at, event.values[g->plan.value]);
		return;
	}
	to = generic_stacks_wait(s, r);
	if (to)
		memcpy(to, &key, sizeof(key));
}

/* ---- records ---- */

static void on_event(struct session *s, const struct record *r)
{
	const struct generic *g = generic_of(s);

	if (!record_wanted(r, record_has(r, AT_COMM) ? AT_COMM : -1))
		return;
	generic_read_event(&g->probe, &event, r);
	if (!filtered && !probe_passes(&g->probe, &event)) {
		if (g->latency)
			generic_refuse_call(s, r);
		return;
	}
	if (g->latency)
		generic_begin_call(s, r, &event);
	else if (g->view == PROBE_ROWS)
		take_row(s, r);
	else
		take_total(s, r);
}

/* ---- the recipe ---- */

static const char *const return_fields[] = {"ktally_frame", NULL};
static const char *const stack_fields[] = {"size", NULL};

static bool has_return(struct session *s)
{
	return generic_of(s)->latency;
}

/* Does the filter or a key need its value? */
static bool is_asked(const struct generic *g, unsigned i)
{
	const struct probe *p = &g->probe;

	for (unsigned k = 0; k < g->nkeys; k++)
		if (g->keys[k] == i)
			return true;
	for (unsigned c = 0; c < p->nconditions; c++)
		if (p->conditions[c].op >= PROBE_EQUAL && p->conditions[c].fetch == i)
			return true;
	return false;
}

/* Refuses what records do not have. */
static int check(struct session *s)
{
	const struct generic *g = generic_of(s);

	for (unsigned i = 0; i < g->probe.narguments; i++) {
		const struct probe_argument *a = &g->probe.arguments[i];

		if (a->fetch.base == PROBE_UID)
			return cannot(s, -ENOTSUP, "%s: ftrace's records do not tell the user", a->name);
		if (probe_is_text_address(a) && is_asked(g, i) && !g->probe.is_event_probe)
			return cannot(s, -ENOTSUP,
						  "%s: ftrace records where the text is, not the text; a row of chosen fields has it: "
						  "'%s:%s %s'",
						  a->name, g->probe.symbol, g->probe.name, a->name);
	}
	if (wants_stacks(s) && g->probe.target == TARGET_USER)
		return cannot(s, -ENOTSUP, "stacks of programs need BPF: ftrace keeps only 8 frames of them");
	return 0;
}

static int start_stacks(struct session *s)
{
	size_t row = generic_of(s)->plan.layout.size, key = sizeof(struct probe_key);

	if (!wants_stacks(s))
		return 0;
	if (tracefs_instance_file_write(ftrace_instance(s), "options/stacktrace", "1") < 0)
		return cannot(s, -errno, "this kernel's ftrace keeps no stacks (CONFIG_STACKTRACE)");
	return generic_stacks_start(s, row > key ? row : key, take_stack);
}

/* Does the kernel evaluate the filter, of all of them? Or -errno */
static int set_filters(struct session *s)
{
	int all = 1;

	if (!tracepoints_several(generic_of(s)))
		return generic_filter_set(s, generic_event.name);
	for (size_t i = 0; i < generic_of(s)->neach; i++) {
		int one = generic_filter_set(s, several_names[i]);

		if (one < 0)
			return one;
		all &= one;
	}
	return all;
}

static int start(struct session *s)
{
	int err = check(s);

	if (!err)
		err = generic_of(s)->latency ? generic_calls_start(s) : start_stacks(s);
	if (!err)
		err = set_filters(s);
	filtered = err > 0;
	return err < 0 ? err : 0;
}

static int collect(struct session *s)
{
	if (s->source_stopped)
		generic_stacks_flush(s);
	return 0;
}

static void losses(struct session *s, struct lost *lost)
{
	const struct generic *g = generic_of(s);

	generic_calls_losses(s, lost);
	lost->missed += generic_event_missed();
	if (g->probe.target == TARGET_USER && g->probe.is_return && !g->latency)
		lost->untold = "calls that are nested deeper than 64 return unseen";
}

static void close_ftrace(struct session *s)
{
	(void)s;
	generic_event_close();
	generic_stacks_free();
	generic_calls_free();
}

/* Records have no process, and those of tracepoints no name of the task. Both come from a list of all tasks; to make it
 * costs reading a file of /proc for each. */
static bool needs_tasks(const struct session *s)
{
	const struct generic *g = generic_of(s);

	return g->view == PROBE_ROWS || generic_fetches(&g->probe, PROBE_PID) ||
		   (g->probe.target == TARGET_TRACEPOINT && generic_event_has_comm(s));
}

static bool has_texts(const struct probe *p)
{
	for (unsigned i = 0; i < p->narguments; i++)
		if (probe_is_text(&p->arguments[i]) && p->arguments[i].fetch.base != PROBE_COMM &&
			(p->is_event_probe || !probe_is_text_address(&p->arguments[i])))
			return true; /* an address in a record makes it no longer */
	return false;
}

static void name_several(const struct generic *g)
{
	for (size_t i = 0; i < g->neach; i++) {
		snprintf(several_names[i], sizeof(several_names[i]), "%s/%s", g->each[i].symbol, g->each[i].name);
		events[i] = (struct ftrace_event){several_names[i], generic_event_fields, on_event, true, NULL};
	}
	events[g->neach] =
		(struct ftrace_event){"ftrace/kernel_stack", stack_fields, generic_stacks_record, false, wants_stacks};
	events[g->neach + 1] = (struct ftrace_event){0};
}

/* A record has only the address of a string that a system call was given. For totals an event probe reads it; rows have
 * the record itself. */
static void probe_strings(struct generic *g)
{
	for (unsigned i = 0; i < g->probe.narguments && g->view != PROBE_ROWS; i++)
		if (probe_is_text_address(&g->probe.arguments[i]) && is_asked(g, i))
			g->probe.is_event_probe = true;
}

static int open_ftrace(struct session *s)
{
	const struct probe *p = &generic_of(s)->probe;

	probe_strings(generic_of(s));
	s->reads_processes = false; /* its stacks are the kernel's alone */
	generic_name_fields(p);
	generic_ftrace.names_tasks = needs_tasks(s);
	generic_ftrace.texts = has_texts(p);
	if (tracepoints_several(generic_of(s)))
		name_several(generic_of(s));
	return generic_event_open(s);
}

static struct ftrace_event events[TRACEPOINTS_MAX + 2] = {
	{generic_event.name, generic_event_fields, on_event, false, NULL},
	{generic_return.name, return_fields, generic_end_call, false, has_return},
	{"ftrace/kernel_stack", stack_fields, generic_stacks_record, false, wants_stacks},
	{0},
};

struct ftrace_recipe generic_ftrace = {
	.leaves_out_self = true,
	.events = events,
	.open = open_ftrace,
	.start = start,
	.collect = collect,
	.losses = losses,
	.close = close_ftrace,
};
