// SPDX-License-Identifier: GPL-2.0-or-later
/* iolatency - block I/O latency as histograms and heat maps. */
#include "../log.h"
#include "../render/render.h"
#include "../source/bpf.h"
#include "../sys/disks.h"
#include "../sys/io_types.h"
#include "../tool.h"
#include "iolatency.skel.h"
#include "ftrace/iolatency.h"

#include <errno.h>
#include <ktally/iolatency.h>
#include <string.h>

struct iolatency_options iolatency;

static const struct opt options[] = {
	OPT_TEXT('d', "disk", "DEVICE", &iolatency.device, "only this disk (sda, /dev/sda or 8,0)"),
	OPT_TEXT('i', "iotype", "TYPE", &iolatency.type, "only requests of this type, as in R, W, WS, *S*, F*"),
	OPT_FLAG('Q', "queued", &iolatency.queued, "include the time in the block layer's queue"),
	OPT_FLAG('D', "by-disk", &iolatency.by_disk, "a histogram for each disk"),
	OPT_FLAG('F', "by-type", &iolatency.by_type, "a histogram for each operation and set of flags"),
	OPT_FLAG('m', "milliseconds", &iolatency.milliseconds, "print rows in milliseconds"),
	OPT_FLAG('u', "microseconds", &iolatency.microseconds, "print rows in microseconds"),
	OPT_FLAG('e', "statistics", &iolatency.statistics, "also print count, total and average"),
	OPT_END,
};

static int format_disk(char *to, size_t size, const void *row)
{
	return disk_name(to, size, ((const struct io_row *)row)->key.dev);
}

static int format_type(char *to, size_t size, const void *row)
{
	return io_type_letters(to, size, ((const struct io_row *)row)->key.type);
}

static int compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct io_key));
}

static struct field fields[] = {
	FIELD_MADE("disk", format_disk, FIELD_KEY | FIELD_OFF, -8),
	FIELD_MADE("type", format_type, FIELD_KEY | FIELD_OFF, -6),
	FIELD_AS("latency", struct io_row, hist, FIELD_HIST, 0, 0),
};

static const struct schema schema = {
	SCHEMA_FIELDS(fields), .key_size = sizeof(struct io_key), .row_size = sizeof(struct io_row), .unit = HIST_NS,
	.compare = compare,
};

/* ---- options ---- */

static int check_disk(void)
{
	char whole[64];
	int err = disk_number(iolatency.device, &iolatency.dev, whole, sizeof(whole));

	if (err == -ENOTBLK)
		return fail(err, "-d %s: a partition; requests carry the disk: use -d %s", iolatency.device, whole);
	return err ? fail(err, "-d %s: no such disk (see lsblk; for a time limit use --duration)", iolatency.device) : 0;
}

static int prepare(struct session *s)
{
	(void)s;
	if (iolatency.device && check_disk())
		return -EINVAL;
	if (iolatency.type && io_type_match(iolatency.type, iolatency.types))
		return fail(-EINVAL, "-i %s: not a type; letters R W F D N, then A S M, '*' for any", iolatency.type);
	if (iolatency.milliseconds && iolatency.microseconds)
		return fail(-EINVAL, "-m and -u exclude each other");
	fields[0].flags = FIELD_KEY | (iolatency.by_disk ? 0 : FIELD_OFF);
	fields[1].flags = FIELD_KEY | (iolatency.by_type ? 0 : FIELD_OFF);
	render_options.unit = "I/O";
	render_options.statistics = iolatency.statistics;
	render_options.scale = iolatency.microseconds ? SCALE_US : iolatency.milliseconds ? SCALE_MS : SCALE_AUTO;
	return 0;
}

bool iolatency_owner_filtered(const struct session *s)
{
	return s->child > 0 || s->set->npids || s->set->tid || s->set->has_uid || s->set->comm || s->set->cgroup;
}

/* ---- BPF ---- */

enum { TP_ISSUE, TP_IO_START, TP_MERGE };

static void choose_programs(struct session *s, struct iolatency_bpf *o, const struct bpf_tracepoint *tp)
{
	bool hashed = !bpf_has_cmpxchg(), first = o->rodata->owner_first, io_start = tp[TP_IO_START].arguments > 0;

	bpf_use(s, o->progs.rq_issue, !hashed);
	bpf_use(s, o->progs.rq_issue_hashed, hashed);
	bpf_use(s, o->progs.io_start, first && io_start);
	bpf_use(s, o->progs.insert, first && !io_start && !hashed);
	bpf_use(s, o->progs.insert_hashed, first && !io_start && hashed);
	bpf_use(s, o->progs.merge, first && tp[TP_MERGE].arguments > 0);
}

static int open_bpf(struct session *s)
{
	struct bpf_tracepoint tp[] = {{"block_rq_issue", 0}, {"block_io_start", 0}, {"block_rq_merge", 0}};
	struct iolatency_bpf *o = bpf_open(s, iolatency_bpf);
	int err = o ? bpf_tracepoints(s, tp, 3) : -errno;

	if (err)
		return err;
	if (tp[TP_ISSUE].arguments < 1)
		return cannot(s, -ENOENT, "this kernel has no block layer tracepoints");
	o->rodata->rq_argument = tp[TP_ISSUE].arguments == 2;
	o->rodata->queued = iolatency.queued;
	o->rodata->by_disk = iolatency.by_disk;
	o->rodata->by_type = iolatency.by_type;
	o->rodata->owner_first = iolatency.queued || iolatency_owner_filtered(s);
	o->rodata->count_unmatched = !iolatency_owner_filtered(s);
	o->rodata->only_dev = iolatency.dev;
	o->rodata->io_filtered = iolatency.type != NULL;
	memcpy((void *)o->rodata->io_wanted_types, iolatency.types, sizeof(iolatency.types));
	o->rodata->tally_single = !iolatency.by_disk && !iolatency.by_type;
	choose_programs(s, o, tp);
	err = bpf_filter(s, (struct filter *)&o->rodata->filter);
	return err || !o->rodata->tally_single ? err : bpf_tally_single(s);
}

struct waiting { /* START_DATA of iolatency.bpf.c */
	uint64_t time, state;
};

static uint64_t waiting_time(const void *data)
{
	return ((const struct waiting *)data)->state ? ((const struct waiting *)data)->time : 0;
}

static void losses_bpf(struct session *s, struct lost *lost)
{
	bpf_in_flight(s, sizeof(struct waiting), waiting_time, lost);
}

static const struct bpf_recipe bpf = {.open = open_bpf, .losses = losses_bpf};

const struct tool iolatency_tool = {
	.name = "iolatency",
	.summary = "Block I/O latency as histograms or a heat map.",
	.examples = "  iolatency                 a histogram every second\n"
				"  iolatency -H 0.5          a heat map, two lines a second\n"
				"  iolatency -Q 5 3          with queueing, three reports of 5 s\n"
				"  iolatency -D -d sda       only sda, named\n"
				"  iolatency -F -i '*W*'     writes, by their flags\n"
				"  iolatency -j -- sync      only what `sync` issues, as JSON\n",
	.unit = "I/O",
	.options = options,
	.takes = TAKES_TASK | TAKES_INTERVAL | TAKES_HEATMAP | TAKES_TIMESTAMP | TAKES_DURATION | TAKES_COMMAND |
			 TAKES_BUFFER | TAKES_REPLAY,
	.interval_ns = 1000000000,
	.schema = &schema,
	.view = VIEW_HIST,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &iolatency_ftrace,
};
