// SPDX-License-Identifier: GPL-2.0-or-later
/* cpudist - how long threads stay on a CPU, or off it. */
#include "cpudist.h"

#include "base/log.h"
#include "source/bpf/kernel.h"
#include "source/bpf/object.h"
#include "tools/sched/key.h"
#include "cpudist.skel.h"

#include <errno.h>

struct cpudist_options cpudist;

static const struct opt options[] = {
	SCHED_BY_OPTION(&cpudist.by),
	OPT_FLAG('O', "offcpu", &cpudist.off, "how long they are off it"),
	OPT_FLAG('I', "idle", &cpudist.idle, "the idle tasks, too: how long CPUs have nothing to do"),
	OPT_END,
};

static struct field fields[] = {
	SCHED_KEY_FIELDS,
	FIELD_AS("latency", struct sched_hist, hist, FIELD_HIST, 0, 0),
};

static const struct schema schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(struct task_key),
	.row_size = sizeof(struct sched_hist),
	.unit = HIST_NS,
	.compare = sched_compare,
};

static int prepare(struct session *s)
{
	(void)s;
	if (cpudist.off && cpudist.idle)
		return fail(-EINVAL,
					"-I: an idle task is never off its CPU for long; without -O it says how long it has nothing to do");
	sched_show(fields, cpudist.by);
	return 0;
}

static int open_bpf(struct session *s)
{
	struct cpudist_bpf *o = bpf_open(s, cpudist_bpf);
	struct wanted_tracepoint points[] = {{"sched_switch", 0}};
	int err = o ? bpf_tracepoints(s, points, 1) : -errno;

	if (err)
		return err;
	o->rodata->tells_state = points[0].arguments >= 4;
	o->rodata->hashed = !bpf_has_cmpxchg();
	o->rodata->idle = cpudist.idle;
	bpf_use(s, o->progs.on_cpu, !cpudist.off);
	bpf_use(s, o->progs.off_cpu, cpudist.off);
	return sched_open(s, cpudist.by, (bool *)&o->rodata->tally_single);
}

static const struct bpf_recipe bpf = {.open = open_bpf};

const struct tool cpudist_tool = {
	.name = "cpudist",
	.summary = "How long threads stay on a CPU, or off it, as histograms.",
	.examples = "  cpudist                   a histogram every second\n"
				"  cpudist -O                off the CPU: waiting, or for their turn\n"
				"  cpudist --by command --table 10\n"
				"                            a line for each name, every 10 s\n"
				"  cpudist -p 1234 -H        a heat map of one process\n",
	.unit = "stays",
	.options = options,
	.takes = TAKES_TASK | TAKES_INTERVAL | TAKES_HEATMAP | TAKES_TABLE | TAKES_TIMESTAMP | TAKES_DURATION |
			 TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY,
	.interval_ns = 1000000000,
	.schema = &schema,
	.view = VIEW_HIST,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &cpudist_ftrace,
	.boot = cpudist_boot,
	.doctor_variants = (const char *const[]){"-O", "--by thread", "--by cpu", NULL},
};
