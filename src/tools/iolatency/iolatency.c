// SPDX-License-Identifier: GPL-2.0-or-later
/* iolatency - block I/O latency as histograms and heat maps. */
#include "iolatency.h"

#include "base/log.h"
#include "session/tool.h"
#include "source/bpf/maps.h"
#include "source/bpf/object.h"
#include "sys/disks.h"
#include "sys/io_types.h"
#include "tools/block/rules.h"
#include "iolatency.skel.h"

#include <errno.h>
#include <ktally/iolatency.h>
#include <string.h>

struct iolatency_options iolatency;
static struct block_options block;

static const struct opt options[] = {
	BLOCK_OPTIONS(&block),
	OPT_FLAG('Q', "queued", &block.queued, "include the time in the block layer's queue"),
	OPT_FLAG('D', "by-disk", &iolatency.by_disk, "a histogram for each disk"),
	OPT_FLAG('F', "by-type", &iolatency.by_type, "a histogram for each operation and set of flags"),
	OPT_FLAG('m', "milliseconds", &iolatency.milliseconds, "print rows in milliseconds"),
	OPT_FLAG('u', "microseconds", &iolatency.microseconds, "print rows in microseconds"),
	OPT_FLAG('e', "statistics", &iolatency.statistics, "also print count, total and average"),
	OPT_END,
};

static int compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct io_key));
}

enum { DEV, DISK, TYPE };
static struct field fields[] = {
	[DEV] = FIELD_MADE_OF("dev", struct io_row, key.dev, disk_number_field, FIELD_KEY | FIELD_HIDDEN | FIELD_OFF, 0),
	[DISK] =
		FIELD_MADE_OF("disk", struct io_row, key.dev, disk_field, FIELD_KEY | FIELD_OFF, -8, .known = disk_has_name),
	[TYPE] = FIELD_MADE_OF("type", struct io_row, key.type, io_type_field, FIELD_KEY | FIELD_OFF, -6),
	FIELD_AS("latency", struct io_row, hist, FIELD_HIST, 0, 0),
};

static const struct schema schema = {
	SCHEMA_FIELDS(fields), .key_size = sizeof(struct io_key), .row_size = sizeof(struct io_row), .unit = HIST_NS,
	.compare = compare,
};

/* ---- options ---- */

static int prepare(struct session *s)
{
	if (block_prepare(s, &block))
		return -EINVAL;
	if (iolatency.milliseconds && iolatency.microseconds)
		return fail(-EINVAL, "-m and -u exclude each other");
	fields[DEV].flags &= iolatency.by_disk ? ~(unsigned)FIELD_OFF : ~0U; /* in JSON alone */
	field_show(&fields[DISK], iolatency.by_disk);
	field_show(&fields[TYPE], iolatency.by_type);
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
	o->rodata->by_disk = iolatency.by_disk;
	o->rodata->by_type = iolatency.by_type;
	o->rodata->tally_single = !iolatency.by_disk && !iolatency.by_type;
	return o->rodata->tally_single ? bpf_tally_single(s) : 0;
}

static const struct bpf_recipe bpf = {.notices_missed = true, .open = open_bpf, .losses = block_in_flight};

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
	.doctor_variants = (const char *const[]){"-Q", "-D", "-F", "-i W", NULL},
};
