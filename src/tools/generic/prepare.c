// SPDX-License-Identifier: GPL-2.0-or-later
/* Makes the options and arguments of kprobe, tpoint and uprobe a session that is ready to open its source. */
#include "base/log.h"
#include "base/numbers.h"
#include "probe/definition.h"
#include "probe/fields.h"
#include "probe/filter.h"
#include "sys/ksyms.h"
#include "generic.h"
#include "places.h"
#include "plan.h"
#include "schema.h"
#include "tracepoints.h"

#include <errno.h>

static int choose(struct generic *g, enum probe_view view, const char *value)
{
	if (g->view != PROBE_ROWS)
		return fail(-EINVAL, "--count, --sum, --hist, --heatmap, --latency and --stacks exclude each other");
	g->view = view;
	g->value_name = value;
	return 0;
}

int generic_count(void *to, const char *text)
{
	struct generic *g = to;

	if (text)
		g->key_names = text;
	return choose(g, PROBE_COUNT, NULL);
}

int generic_sum(void *to, const char *text)
{
	return choose(to, PROBE_SUM, text);
}

int generic_hist(void *to, const char *text)
{
	return choose(to, PROBE_HIST, text);
}

int generic_heatmap(void *to, const char *text)
{
	settings.heatmap = true;
	return choose(to, PROBE_HIST, text);
}

/* DEFINITION [FILTER] [interval [count]]; the filter is perf-tools'. */
static int read_arguments(const struct session *s, struct generic *g)
{
	struct probe *p = &g->probe;
	bool tracepoint = p->target == TARGET_TRACEPOINT;
	int next = 1, err = tracepoint ? tracepoints_find(g, s->argv[0]) : probe_define(p, s->argv[0]);
	uint64_t ns;

	if (err)
		return err;
	if (next < s->argc && parse_duration(s->argv[next], &ns)) {
		if (p->filter)
			return fail(-EINVAL, "%s: the definition has a filter already, after if", s->argv[next]);
		p->filter = s->argv[next++];
	}
	err = settings_interval(s->argc - next, s->argv + next);
	if (g->each || p->is_event_probe)
		return err;
	if (!err && tracepoint && settings.json && g->view == PROBE_ROWS) /* as text one field has them all */
		probe_add_fields(p);
	else if (!err && tracepoint && g->view == PROBE_ROWS)
		probe_add_strings(p);
	return err;
}

static enum view view_of(enum probe_view view)
{
	return view == PROBE_ROWS ? VIEW_EVENTS : view == PROBE_HIST ? VIEW_HIST : VIEW_TABLE;
}

static bool names_functions(const struct generic *g)
{
	bool asked = g->plan.layout.kernel_stack || (g->probe.found.n > 1 && !g->each);

	for (unsigned i = 0; i < g->probe.narguments; i++)
		asked |= g->probe.arguments[i].show == SHOW_SYMBOL;
	return asked && g->probe.target != TARGET_USER;
}

/* --latency and --stacks are views too. */
static int choose_view(struct generic *g)
{
	int err = 0;

	if (settings_asks_stacks() && g->view == PROBE_ROWS && !g->latency) { /* they are of counts: -s is --stacks */
		g->stack_view = true;
		g->stacks = false;
	}
	if (g->latency)
		err = choose(g, PROBE_HIST, NULL);
	if (g->stack_view && !err)
		err = choose(g, PROBE_STACKS, NULL);
	if (g->stack_view && g->key_names)
		err = fail(-EINVAL, "--stacks counts by task and stack; it takes no other keys");
	if (g->stack_view)
		g->key_names = "$comm,$pid";
	if (!err && g->stacks && g->view != PROBE_ROWS)
		err = fail(-EINVAL, "-s is for rows; --stacks counts by stack");
	if (!err && tracepoints_several(g) && g->view != PROBE_ROWS)
		err = fail(-EINVAL, "%s: totals are of one tracepoint; funccount 't:%s' counts several", g->probe.name,
				   g->probe.name);
	return err;
}

/* An execution may pass several of a line's places. */
static int check_places(const struct generic *g)
{
	const struct probe *p = &g->probe;

	if (!p->places.list)
		return 0;
	if (p->places.inside && (g->latency || p->is_return))
		return fail(-EINVAL, "%s is no function that is called and returns: it has no %s", p->symbol,
					g->latency ? "latency" : "return");
	if (p->found.n > 1 && p->places.inside)
		warn("%s is in %zu places of the code; an execution that passes several is an event at each", p->symbol,
			 p->found.n);
	return 0;
}

int generic_prepare(struct session *s, struct generic *g)
{
	int err = read_arguments(s, g);

	if (err)
		return err;
	g->probe.is_return = g->probe.is_return && !g->latency;
	if (settings.heatmap && !settings.interval_ns) /* one line is no map */
		settings.interval_ns = 1000000000;
	err = choose_view(g);
	if (!err && g->probe.filter)
		err = probe_filter(&g->probe, g->probe.filter);
	if (!err)
		err = generic_plan(g);
	if (!err)
		err = check_places(g);
	if (!err)
		err = generic_plan_places(g, s->argv[0]);
	if (err)
		return err;
	if (names_functions(g))
		ksyms_needed();
	s->names_modules = g->probe.found.of_modules;
	s->names_functions = g->probe.found.n > 1 && !g->each;
	s->reads_processes = g->plan.layout.user_stack;
	s->view = view_of(g->view);
	s->schema = generic_schema(g);
	s->render.top = g->top;
	s->tool_state = g;
	return 0;
}
