// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracepoints.h"

#include "base/log.h"
#include "probe/define_event.h"
#include "probe/fields.h"
#include "probe/glob.h"
#include "sys/suggest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Never smaller than the fixed fields: the printer does not check offsets. */
static uint32_t record_size(const struct probe *p)
{
	uint32_t fields = (probe_fields_size(p) + 7) / 8 * 8;

	return probe_fields_grow(p) && fields < PROBE_RECORD ? PROBE_RECORD : fields;
}

/* Takes what cannot be described out of the list, and says so. */
static void describe(struct generic *g)
{
	struct functions *f = &g->probe.found;
	size_t n = f->n, kept = 0;

	for (size_t i = 0; i < n; i++) {
		struct function one = f->list[i];
		struct probe *p = &g->each[kept];

		if (probe_tracepoint(p, one.name) || record_size(p) > PROBE_RECORD_MAX) {
			if (p->event)
				warn("%s: its records have more than %d bytes", one.name, PROBE_RECORD_MAX);
			probe_free(p);
			continue;
		}
		f->list[i] = f->list[kept]; /* the list owns all names */
		f->list[kept++] = one;
	}
	for (size_t i = kept; i < n; i++)
		free(f->list[i].name);
	if (kept < n)
		warn("%zu of %zu tracepoints are left out", n - kept, n);
	f->n = g->neach = kept;
}

/* A category that all have says whether they are system calls. */
static void name_all(struct generic *g, const char *glob)
{
	bool same = true;

	for (size_t i = 1; i < g->neach; i++)
		same &= !strcmp(g->each[i].symbol, g->each[0].symbol);
	snprintf(g->probe.symbol, sizeof(g->probe.symbol), "%s", same ? g->each[0].symbol : "");
	snprintf(g->probe.name, sizeof(g->probe.name), "%.*s", PROBE_NAME - 1, glob);
}

static int find_single(struct generic *g)
{
	char name[256];

	snprintf(name, sizeof(name), "%s", g->probe.found.list[0].name);
	functions_free(&g->probe.found);
	return probe_tracepoint(&g->probe, name);
}

static int find_matching(struct generic *g, const char *glob)
{
	struct functions *f = &g->probe.found;
	int err = functions_tracepoints(f, glob, false);

	if (err)
		return fail(err, "%s: %s", glob, err == -EINVAL ? "not a pattern" : strerror(-err));
	if (!f->n)
		return fail(-ENOENT, "this kernel has no tracepoint %s%s", glob, suggest_tracepoint(glob));
	if (f->n == 1)
		return find_single(g);
	if (f->n > TRACEPOINTS_MAX)
		return fail(-EINVAL, "%s: %zu tracepoints; %d are the most in one run (funccount 't:%s' counts them)", glob,
					f->n, TRACEPOINTS_MAX, glob);
	g->each = calloc(f->n, sizeof(*g->each));
	if (!g->each)
		return fail(-ENOMEM, "out of memory");
	describe(g);
	if (!g->neach)
		return -EINVAL;
	name_all(g, glob);
	return 0;
}

int tracepoints_find(struct generic *g, const char *name)
{
	char glob[256], *slash;

	if (probe_is_event_definition(name))
		return probe_define_event(&g->probe, name);
	if (!probe_glob_is(name))
		return probe_tracepoint(&g->probe, name);
	name += strncmp(name, "t:", 2) ? 0 : 2;
	if (snprintf(glob, sizeof(glob), "%s", name) >= (int)sizeof(glob))
		return fail(-EINVAL, "%s: too long", name);
	slash = strpbrk(glob, ":/");
	if (slash)
		*slash = ':';
	return find_matching(g, glob);
}

bool tracepoints_several(const struct generic *g)
{
	return g->each;
}

const struct probe *tracepoints_of(const struct generic *g, const struct probe_row *row)
{
	return g->each && row->function && row->function <= g->neach ? &g->each[row->function - 1] : &g->probe;
}

uint32_t tracepoints_record_size(const struct generic *g)
{
	uint32_t most = g->each ? 0 : record_size(&g->probe);

	for (size_t i = 0; i < g->neach; i++)
		if (record_size(&g->each[i]) > most)
			most = record_size(&g->each[i]);
	return most;
}
