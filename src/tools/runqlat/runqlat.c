// SPDX-License-Identifier: GPL-2.0-or-later
/* runqlat - how long threads wait for a CPU. */
#include "runqlat.h"

#include "base/escape.h"
#include "base/log.h"
#include "source/bpf/kernel.h"
#include "source/bpf/object.h"
#include "tools/sched/key.h"
#include "runqlat.skel.h"

#include <errno.h>
#include <stdio.h>

struct runqlat_options runqlat;

static const struct opt options[] = {
	SCHED_BY_OPTION(&runqlat.by),
	OPT_FLAG('w', "waking", &runqlat.from_waking, "from waking: with the way to its CPU"),
	OPT_DURATION(0, "slower", "TIME", &runqlat.slower_ns, "a line for each wait this long, with who ran before"),
	OPT_END,
};

/* ---- histograms ---- */

static struct field hist_fields[] = {
	SCHED_KEY_FIELDS,
	FIELD_AS("latency", struct sched_hist, hist, FIELD_HIST, 0, 0),
};

static const struct schema hist_schema = {
	SCHEMA_FIELDS(hist_fields),
	.key_size = sizeof(struct task_key),
	.row_size = sizeof(struct sched_hist),
	.unit = HIST_NS,
	.compare = sched_compare,
};

/* ---- --slower ---- */

static bool was_busy(const struct field *f, const void *row)
{
	(void)f;
	return ((const struct runq_event *)row)->before_tid != 0;
}

static int format_before(char *to, size_t size, const struct field *f, const void *row)
{
	const struct runq_event *e = row;

	return was_busy(f, row) ? (int)escape_text(to, size, e->before_comm, sizeof(e->before_comm))
							: snprintf(to, size, "(idle)");
}

static int format_its_pid(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, was_busy(f, row) ? "%u" : "-", ((const struct runq_event *)row)->before_pid);
}

static struct field event_fields[] = {
	FIELD_EVENT_CLOCK,
	FIELD(struct runq_event, comm, FIELD_CHARS, FIELD_TASK, -16),
	FIELD(struct runq_event, pid, FIELD_U32, FIELD_TASK, 7),
	FIELD(struct runq_event, tid, FIELD_U32, FIELD_TASK, 7, .spare = 1),
	FIELD(struct runq_event, cpu, FIELD_U32, 0, 4),
	FIELD(struct runq_event, latency_ns, FIELD_NS, 0, 8, .title = "WAIT"),
	FIELD_AS("before", struct runq_event, before_comm, FIELD_CHARS, FIELD_HIDDEN, 0, .known = was_busy),
	FIELD_AS("before_pid", struct runq_event, before_pid, FIELD_U32, FIELD_HIDDEN, 0, .known = was_busy),
	FIELD_MADE("who", format_before, FIELD_TEXT_ONLY, -16, .title = "BEFORE"),
	FIELD_MADE("itspid", format_its_pid, FIELD_TEXT_ONLY, 7),
	FIELD_AS("before_tid", struct runq_event, before_tid, FIELD_U32, FIELD_HIDDEN, 0, .known = was_busy),
};

static const struct schema event_schema = {SCHEMA_FIELDS(event_fields), .row_size = sizeof(struct runq_event),
										   .track = "cpu", .label = "comm"};

static int prepare(struct session *s)
{
	if (runqlat.slower_ns && runqlat.by)
		return fail(-EINVAL, "--slower prints each wait; --by is for histograms");
	sched_show(hist_fields, runqlat.by);
	if (!runqlat.slower_ns)
		return 0;
	field_show(&event_fields[0], s->set->timestamp);
	settings.interval_ns = 0;
	s->schema = &event_schema;
	s->view = VIEW_EVENTS;
	return 0;
}

/* ---- BPF ---- */

static int open_bpf(struct session *s)
{
	struct runqlat_bpf *o = bpf_open(s, runqlat_bpf);
	struct wanted_tracepoint points[] = {{"sched_switch", 0}};
	int err = o ? bpf_tracepoints(s, points, 1) : -errno;

	if (err)
		return err;
	o->rodata->tells_state = points[0].arguments >= 4;
	o->rodata->hashed = !bpf_has_cmpxchg();
	o->rodata->rows = runqlat.slower_ns != 0;
	o->rodata->min_ns = runqlat.slower_ns;
	bpf_use(s, o->progs.waking, runqlat.from_waking);
	bpf_use(s, o->progs.woken, !runqlat.from_waking);
	return sched_open(s, runqlat.by, (bool *)&o->rodata->tally_single);
}

static const struct bpf_recipe bpf = {.open = open_bpf};

const struct tool runqlat_tool = {
	.name = "runqlat",
	.summary = "How long threads wait for a CPU, as histograms.",
	.examples = "  runqlat                   a histogram every second\n"
				"  runqlat -H 0.5            a heat map, two lines a second\n"
				"  runqlat --by cpu --table  a line for each CPU\n"
				"  runqlat --slower 10ms     who waited that long, and who ran before\n"
				"  runqlat -- make           of one command and its children\n",
	.unit = "waits",
	.options = options,
	.takes = TAKES_TASK | TAKES_INTERVAL | TAKES_HEATMAP | TAKES_TABLE | TAKES_TIMESTAMP | TAKES_DURATION |
			 TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY,
	.interval_ns = 1000000000,
	.schema = &hist_schema,
	.view = VIEW_HIST,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &runqlat_ftrace,
	.boot = runqlat_boot,
	.doctor_variants = (const char *const[]){"-w", "--by thread", "--by cpu", "--slower 1ms", NULL},
};
