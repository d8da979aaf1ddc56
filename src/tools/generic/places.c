// SPDX-License-Identifier: GPL-2.0-or-later
#include "places.h"

#include "base/log.h"
#include "probe/definition.h"
#include "probe/filter.h"
#include "plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct generic *generic_at_place(const struct generic *g, size_t i)
{
	return g->places ? &g->places[i] : g;
}

/* Functions and scopes are those of the first. */
void generic_places_free(struct generic *g)
{
	free(g->places);
	g->places = NULL;
}

static int plan_one(struct generic *g, size_t i, const char *definition)
{
	struct generic *one = &g->places[i];
	const struct probe *p = &g->probe;
	int err;

	*one = *g;
	one->nkeys = one->key_words = 0;
	one->plan = (struct probe_plan){.nneeds = 0};
	one->probe = (struct probe){.target = p->target, .force = p->force, .found = p->found, .places = p->places};
	one->probe.places.chosen = i;
	err = probe_define(&one->probe, definition);
	if (!err && p->filter)
		err = probe_filter(&one->probe, p->filter);
	if (err)
		return err;
	one->probe.is_return = p->is_return;
	return generic_plan(one);
}

static bool same_value(const struct probe_argument *a, const struct probe_argument *b)
{
	return a->from == b->from && a->number == b->number && !memcmp(&a->fetch, &b->fetch, sizeof(a->fetch));
}

static bool same_kind(const struct probe_argument *a, const struct probe_argument *b)
{
	return a->show == b->show && a->fetch.kind == b->fetch.kind && a->fetch.size == b->fetch.size &&
		   a->fetch.is_signed == b->fetch.is_signed && !strcmp(a->name, b->name);
}

/* One source has one type, if not the file is broken or the name means different variables. */
static int compare(const struct generic *g, size_t i, bool *differ)
{
	const struct probe *first = &g->probe, *other = &g->places[i].probe;

	if (first->narguments != other->narguments)
		return fail(-EINVAL, "%s has not the same variables as %s", other->found.list[i].name,
					first->found.list[0].name);
	for (unsigned a = 0; a < first->narguments; a++) {
		if (!same_kind(&first->arguments[a], &other->arguments[a]))
			return fail(-EINVAL, "%s is another variable at %s than at %s", first->arguments[a].name,
						other->found.list[i].name, first->found.list[0].name);
		*differ |= !same_value(&first->arguments[a], &other->arguments[a]);
	}
	return 0;
}

static bool is_constant(const struct probe_argument *a)
{
	return a->fetch.base == PROBE_CONSTANT && !a->fetch.noffsets;
}

/* The compiler knows a variable's value at one place, and at another one it does not. */
static void record_constants(struct generic *g)
{
	for (unsigned a = 0; a < g->probe.narguments; a++) {
		bool any = false;

		for (size_t i = 0; i < g->probe.found.n; i++)
			any |= is_constant(&g->places[i].probe.arguments[a]);
		for (size_t i = 0; i < g->probe.found.n; i++)
			g->places[i].probe.arguments[a].is_recorded = any;
		g->probe.arguments[a].is_recorded = any;
	}
}

int generic_plan_places(struct generic *g, const char *definition)
{
	const struct probe *p = &g->probe;
	bool differ = false;
	int err = 0;

	if (!p->places.list || p->found.n < 2 || !p->narguments)
		return 0;
	if (p->found.n > GENERIC_PLACES_MAX)
		return fail(-EINVAL, "%s is in %zu places of the code; values can be read at %d", p->symbol, p->found.n,
					GENERIC_PLACES_MAX);
	g->places = calloc(p->found.n, sizeof(*g->places));
	if (!g->places)
		return fail(-ENOMEM, "out of memory");
	for (size_t i = 0; i < p->found.n && !err; i++) {
		err = plan_one(g, i, definition);
		if (!err)
			err = compare(g, i, &differ);
	}
	if (err || !differ)
		generic_places_free(g);
	else
		record_constants(g);
	return err;
}
