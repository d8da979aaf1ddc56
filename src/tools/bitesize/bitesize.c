// SPDX-License-Identifier: GPL-2.0-or-later
/* bitesize - block I/O sizes as histograms. */
#include "bitesize.h"

#include "base/log.h"
#include "base/numbers.h"
#include "session/tool.h"
#include "source/bpf/object.h"
#include "sys/disks.h"
#include "sys/io_types.h"
#include "tools/block/rules.h"
#include "bitesize.skel.h"

#include <errno.h>
#include <string.h>

struct bitesize_options bitesize;
static struct block_options block;

/* -b: "8 64 128" or "8,64,128": KB, rising */
static int parse_edges(void *to, const char *text)
{
	struct bitesize_options *o = to;
	char copy[256], *save = NULL;

	o->nedges = 0;
	if (snprintf(copy, sizeof(copy), "%s", text) >= (int)sizeof(copy))
		return fail(-E2BIG, "-b: at most %d sizes", BITE_EDGES);
	for (char *one = strtok_r(copy, " ,", &save); one; one = strtok_r(NULL, " ,", &save)) {
		uint64_t kb;

		if (o->nedges == BITE_EDGES)
			return fail(-E2BIG, "-b: at most %d sizes", BITE_EDGES);
		if (parse_number(one, 1, 1 << 22, &kb))
			return fail(-EINVAL, "-b %s: not a size in KB; write -b \"8 64 128\"", one);
		if (o->nedges && kb << 10 <= o->edges[o->nedges - 1])
			return fail(-EINVAL, "-b %s: sizes must rise", text);
		o->edges[o->nedges++] = kb << 10;
	}
	return o->nedges ? 0 : fail(-EINVAL, "-b: no size given; write -b \"8 64 128\"");
}

static const struct opt options[] = {
	OPT_PARSED('b', "buckets", "LIST", &bitesize, parse_edges, "sizes in KB that buckets begin at: \"8 64 128\""),
	BLOCK_OPTIONS(&block),
	BLOCK_KEY_OPTIONS(&bitesize.by),
	OPT_FLAG('e', "statistics", &bitesize.statistics, "also print count, total and average"),
	OPT_END,
};

static struct field fields[] = {
	BLOCK_KEY_FIELDS,
	FIELD_AS("size", struct block_hist, hist, FIELD_HIST, 0, 0),
};

static struct schema schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(struct block_key),
	.row_size = sizeof(struct block_hist),
	.unit = HIST_BYTES,
	.edges = bitesize.edges,
	.apart = "without data (flushes)",
	.compare = block_key_compare,
};

/* One number means what perf-tools mean: seconds, then one report. Two are bcc's: interval and count. */
static int check_times(const struct session *s)
{
	bool once = s->argc == 1;

	if (s->argc && parse_duration(s->argv[0], once ? &settings.duration_ns : &settings.interval_ns))
		return fail(-EINVAL, "%s is not a time; write seconds (1, 0.5) or 250ms", s->argv[0]);
	if (s->argc > 1 && parse_number(s->argv[1], 1, UINT32_MAX, &settings.count))
		return fail(-EINVAL, "%s is not a count of intervals", s->argv[1]);
	return 0;
}

/* Buckets of -b are none of a heat map, and one line is no map. */
static int check_heatmap(const struct session *s)
{
	if (!s->set->heatmap)
		return 0;
	if (bitesize.nedges)
		return fail(-EINVAL, "-b chooses the rows of a histogram; a heat map (-H) has its own buckets, see --range");
	if (!s->set->interval_ns)
		settings.interval_ns = 1000000000;
	return 0;
}

static int prepare(struct session *s)
{
	if (check_times(s) || check_heatmap(s) || block_prepare(s, &block))
		return -EINVAL;
	block.issue_only = true;
	block.owners = bitesize_ftrace.names_tasks = bitesize.by.process;
	block_key_show(fields, &bitesize.by);
	schema.nedges = bitesize.nedges;
	s->render.statistics = bitesize.statistics;
	return 0;
}

static int open_bpf(struct session *s)
{
	struct bitesize_bpf *o = bpf_open(s, bitesize_bpf);
	int err = o ? block_open(s, (struct block_rules *)&o->rodata->block, (__u32 *)&o->rodata->rq_argument) : -errno;

	if (err)
		return err;
	o->rodata->nedges = bitesize.nedges;
	memcpy((void *)o->rodata->edges, bitesize.edges, sizeof(bitesize.edges));
	return block_key_open(s, &bitesize.by, (struct block_by *)&o->rodata->by, (bool *)&o->rodata->tally_single);
}

static const struct bpf_recipe bpf = {.open = open_bpf};

const struct tool bitesize_tool = {
	.name = "bitesize",
	.summary = "Block I/O sizes as histograms.",
	.arguments = "[seconds | interval count]",
	.examples = "  bitesize                  until Ctrl-C, one histogram\n"
				"  bitesize 10               for 10 s\n"
				"  bitesize 1 5              a histogram every second, five times\n"
				"  bitesize -H               a heat map, one line every second\n"
				"  bitesize -P -F            by process and operation\n"
				"  bitesize -b \"8 64 128\"    counts below 8 KB, 64 KB, 128 KB and above\n"
				"  bitesize -d sda -i '*W*'  writes to sda\n",
	.unit = "I/O",
	.options = options,
	.takes = TAKES_TASK | TAKES_HEATMAP | TAKES_TABLE | TAKES_TIMESTAMP | TAKES_DURATION | TAKES_COMMAND |
			 TAKES_BUFFER | TAKES_REPLAY,
	.max_args = 2,
	.schema = &schema,
	.view = VIEW_HIST,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &bitesize_ftrace,
	.boot = bitesize_boot,
	.doctor_variants = (const char *const[]){"-P", "-D", "-F", "-i W", NULL},
};
