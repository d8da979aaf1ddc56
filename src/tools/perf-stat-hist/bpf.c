// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF form of perf-stat-hist: one program serves every tracepoint; its read-only data say where the field is. */
#include "probe/fields.h"
#include "probe/filter.h"
#include "source/bpf/filter.h"
#include "source/bpf/object.h"
#include "perf-stat-hist.h"
#include "perf-stat-hist.skel.h"

#include <errno.h>
#include <string.h>

/* Writes the filter into the tables that the program reads. 0 or -errno with s->why set */
static int fill_filter(struct session *s, struct perf_stat_hist_bpf *o)
{
	struct probe p = {0};
	int err = probe_tracepoint(&p, s->argv[0]);

	if (!err)
		err = probe_filter(&p, stat_hist.filter);
	for (unsigned i = 0; i < p.narguments; i++) {
		p.arguments[i].fetch.at = p.arguments[i].number;
		o->rodata->plan.fetches[i] = p.arguments[i].fetch;
	}
	o->rodata->plan.nfetches = p.narguments;
	o->rodata->plan.nconditions = p.nconditions;
	memcpy((void *)o->rodata->plan.conditions, p.conditions, sizeof(p.conditions));
	memcpy((void *)o->rodata->globs, p.globs, sizeof(p.globs));
	probe_free(&p);
	return err ? cannot(s, err, "the filter \"%s\" is not understood", stat_hist.filter) : 0;
}

static int open_bpf(struct session *s)
{
	struct perf_stat_hist_bpf *o = bpf_open(s, perf_stat_hist_bpf);
	int err = 0;

	if (!o)
		return -errno;
	if (stat_hist.filter)
		err = fill_filter(s, o);
	if (err)
		return err;
	o->rodata->field_offset = stat_hist.offset;
	o->rodata->field_size = stat_hist.size;
	o->rodata->field_signed = stat_hist.is_signed;
	o->rodata->self = bpf_self();
	o->rodata->nedges = stat_hist.nedges;
	memcpy((void *)o->rodata->edges, stat_hist.edges, sizeof(stat_hist.edges));
	return bpf_map__set_type(o->maps.tally, BPF_MAP_TYPE_PERCPU_HASH);
}

static int attach_bpf(struct session *s)
{
	struct perf_stat_hist_bpf *o = bpf_skeleton_of(s);
	char *slash = strchr(stat_hist.event, '/');
	struct bpf_link *link;

	*slash = '\0';
	link = bpf_program__attach_tracepoint(o->progs.event, stat_hist.event, slash + 1);
	*slash = '/';
	s->attach = "tracepoint";
	return link ? bpf_keep_link(s, link) : cannot(s, -errno, "cannot attach to %s: %s", s->argv[0], strerror(errno));
}

const struct bpf_recipe perf_stat_hist_bpf_recipe = {.open = open_bpf, .attach = attach_bpf};
