// SPDX-License-Identifier: GPL-2.0-or-later
/* iolatency - block I/O latency as histograms and heat maps. */
#include "iolatency.h"

#include "base/log.h"
#include "session/tool.h"
#include "source/bpf/object.h"
#include "sys/disks.h"
#include "sys/io_types.h"
#include "tools/block/rules.h"
#include "iolatency.skel.h"

#include <errno.h>

struct iolatency_options iolatency;
static struct block_options block;

static const struct opt options[] = {
	BLOCK_OPTIONS(&block),
	OPT_FLAG('Q', "queued", &block.queued, "include the time in the block layer's queue"),
	BLOCK_KEY_OPTIONS(&iolatency.by),
	OPT_FLAG('m', "milliseconds", &iolatency.milliseconds, "print rows in milliseconds"),
	OPT_FLAG(0, "microseconds", &iolatency.microseconds, "print rows in microseconds"),
	OPT_FLAG('e', "statistics", &iolatency.statistics, "also print count, total and average"),
	OPT_END,
};

static struct field fields[] = {
	BLOCK_KEY_FIELDS,
	FIELD_AS("latency", struct block_hist, hist, FIELD_HIST, 0, 0),
};

static const struct schema schema = {
	SCHEMA_FIELDS(fields), .key_size = sizeof(struct block_key), .row_size = sizeof(struct block_hist),
	.unit = HIST_NS,	   .compare = block_key_compare,
};

/* ---- options ---- */

static int prepare(struct session *s)
{
	if (block_prepare(s, &block))
		return -EINVAL;
	if (iolatency.milliseconds && iolatency.microseconds)
		return fail(-EINVAL, "-m and --microseconds exclude each other");
	block.owners = iolatency_ftrace.names_tasks = iolatency.by.process;
	block_key_show(fields, &iolatency.by);
	s->render.statistics = iolatency.statistics;
	s->render.scale = iolatency.microseconds ? SCALE_US : iolatency.milliseconds ? SCALE_MS : SCALE_AUTO;
	return 0;
}

/* ---- BPF ---- */

static int open_bpf(struct session *s)
{
	struct iolatency_bpf *o = bpf_open(s, iolatency_bpf);
	int err = o ? block_open(s, (struct block_rules *)&o->rodata->block, (__u32 *)&o->rodata->rq_argument) : -errno;

	if (err)
		return err;
	return block_key_open(s, &iolatency.by, (struct block_by *)&o->rodata->by, (bool *)&o->rodata->tally_single);
}

static const struct bpf_recipe bpf = {.notices_missed = true, .open = open_bpf, .losses = block_in_flight};

const struct tool iolatency_tool = {
	.name = "iolatency",
	.summary = "Block I/O latency as histograms or a heat map.",
	.examples = "  iolatency                 a histogram every second\n"
				"  iolatency -H 0.5          a heat map, two lines a second\n"
				"  iolatency -Q 5 3          with queueing, three reports of 5 s\n"
				"  iolatency -D -d sda       only sda, named\n"
				"  iolatency -P --table 10   for whom it is slow, a line for each process\n"
				"  iolatency -F -i '*W*'     writes, by their flags\n"
				"  iolatency -j -- sync      only what `sync` issues, as JSON\n",
	.unit = "I/O",
	.options = options,
	.takes = TAKES_TASK | TAKES_INTERVAL | TAKES_HEATMAP | TAKES_TABLE | TAKES_TIMESTAMP | TAKES_DURATION |
			 TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY,
	.interval_ns = 1000000000,
	.schema = &schema,
	.view = VIEW_HIST,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &iolatency_ftrace,
	.boot = iolatency_boot,
	.doctor_variants = (const char *const[]){"-Q", "-P", "-D", "-F", "-i W", NULL},
};
