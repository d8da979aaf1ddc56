// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF form of cachestat: three tracepoints, and one function that has none. */
#include "base/log.h"
#include "source/bpf/kernel.h"
#include "source/bpf/object.h"
#include "sys/kernel_btf.h"
#include "sys/privileges.h"
#include "cachestat.h"
#include "cachestat.skel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *function;

/* A probe sees every call, fentry may miss some. But it reads the kernel's memory, which confidentiality forbids. */
static bool probe_is_better(void)
{
	return lockdown_mode() != LOCKDOWN_CONFIDENTIALITY && bpf_has_kprobe() && bpf_multi_misses_nothing();
}

static int choose_function(struct session *s, struct cachestat_bpf *o)
{
	int id = -ENOENT;
	bool fentry;

	for (const char *const *name = cachestat_functions; *name && id < 0; name++)
		id = kernel_btf_find(function = *name, BTF_KIND_FUNC);
	if (id < 0)
		return cannot(s, -ENOTSUP, "this kernel has no function that marks a page as accessed");
	fentry = bpf_has_trampoline((__u32)id, BPF_TRACE_FENTRY) && !probe_is_better();
	if (!fentry && !bpf_has_kprobe())
		return cannot(s, -ENOTSUP,
					  "this kernel has neither fentry (CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS) nor "
					  "kprobes for BPF (CONFIG_KPROBE_EVENTS): accesses cannot be counted");
	bpf_use(s, o->progs.accessed, fentry);
	bpf_use(s, o->progs.accessed_probed, !fentry);
	s->attach = fentry ? "fentry" : "kprobe";
	debug("accesses: %s of %s", s->attach, function);
	return fentry ? bpf_program__set_attach_target(o->progs.accessed, 0, function) : 0;
}

static int open_bpf(struct session *s)
{
	struct wanted_tracepoint dirty[] = {{"writeback_dirty_folio", 0}, {"writeback_dirty_page", 0}};
	struct cachestat_bpf *o = bpf_open(s, cachestat_bpf);
	int err = o ? bpf_tracepoints(s, dirty, 2) : -errno;

	if (err)
		return err;
	bpf_use(s, o->progs.folio_dirtied, dirty[0].arguments >= 0);
	bpf_use(s, o->progs.page_dirtied, dirty[0].arguments < 0);
	return choose_function(s, o);
}

static int attach_bpf(struct session *s)
{
	struct cachestat_bpf *o = bpf_skeleton_of(s);
	int err = cachestat_bpf__attach(o);
	struct bpf_link *link;

	if (err || !bpf_program__autoload(o->progs.accessed_probed))
		return err;
	link = bpf_program__attach_kprobe(o->progs.accessed_probed, false, function);
	return link ? bpf_keep_link(s, link) : cannot(s, -errno, "cannot probe %s: %s", function, strerror(errno));
}

static int collect_bpf(struct session *s)
{
	struct cachestat_bpf *o = bpf_skeleton_of(s);
	struct cachestat_counts totals = {0}, *cpus;
	int n = libbpf_num_possible_cpus(), err;
	__u32 zero = 0;

	cpus = n > 0 ? calloc((size_t)n, sizeof(*cpus)) : NULL;
	if (!cpus)
		return n < 0 ? n : -ENOMEM;
	err = bpf_map_lookup_elem(bpf_map__fd(o->maps.counts), &zero, cpus);
	for (int i = 0; i < n && !err; i++) {
		totals.accessed += cpus[i].accessed;
		totals.buffers_dirtied += cpus[i].buffers_dirtied;
		totals.added += cpus[i].added;
		totals.dirtied += cpus[i].dirtied;
	}
	free(cpus);
	return err ? err : cachestat_report(s, &totals);
}

const struct bpf_recipe cachestat_bpf_recipe = {.open = open_bpf, .attach = attach_bpf, .collect = collect_bpf};
