// SPDX-License-Identifier: GPL-2.0-or-later
/* bitesize - block I/O sizes as histograms. */
#include "bitesize.h"

#include "base/log.h"
#include "base/numbers.h"
#include "session/tool.h"
#include "source/bpf/maps.h"
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
	OPT_FLAG('P', "by-process", &bitesize.by_process, "a histogram for each process"),
	OPT_FLAG('D', "by-disk", &bitesize.by_disk, "a histogram for each disk"),
	OPT_FLAG('F', "by-type", &bitesize.by_type, "a histogram for each operation and set of flags"),
	OPT_FLAG('e', "statistics", &bitesize.statistics, "also print count, total and average"),
	OPT_END,
};

static int compare(const void *a, const void *b)
{
	const struct bite_row *x = a, *y = b;
	int order = memcmp(x->key.comm, y->key.comm, sizeof(x->key.comm));

	return order ? order : memcmp(&x->key, &y->key, sizeof(x->key));
}

enum { COMM, PID, DEV, DISK, TYPE };
static struct field fields[] = {
	[COMM] = FIELD_AS("comm", struct bite_row, key.comm, FIELD_CHARS, FIELD_KEY | FIELD_OFF | FIELD_TASK, -16),
	[PID] = FIELD_AS("pid", struct bite_row, key.pid, FIELD_U32, FIELD_KEY | FIELD_OFF | FIELD_TASK, -7),
	[DEV] = FIELD_MADE_OF("dev", struct bite_row, key.dev, disk_number_field, FIELD_KEY | FIELD_HIDDEN | FIELD_OFF, 0),
	[DISK] =
		FIELD_MADE_OF("disk", struct bite_row, key.dev, disk_field, FIELD_KEY | FIELD_OFF, -8, .known = disk_has_name),
	[TYPE] = FIELD_MADE_OF("type", struct bite_row, key.type, io_type_field, FIELD_KEY | FIELD_OFF, -6),
	FIELD_AS("size", struct bite_row, hist, FIELD_HIST, 0, 0),
};

static struct schema schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(struct bite_key),
	.row_size = sizeof(struct bite_row),
	.unit = HIST_BYTES,
	.edges = bitesize.edges,
	.compare = compare,
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

static int prepare(struct session *s)
{
	if (check_times(s) || block_prepare(s, &block))
		return -EINVAL;
	block.issue_only = true;
	block.owners = bitesize_ftrace.names_tasks = bitesize.by_process;
	field_show(&fields[COMM], bitesize.by_process);
	field_show(&fields[PID], bitesize.by_process);
	fields[DEV].flags &= bitesize.by_disk ? ~(unsigned)FIELD_OFF : ~0U; /* in JSON alone */
	field_show(&fields[DISK], bitesize.by_disk);
	field_show(&fields[TYPE], bitesize.by_type);
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
	o->rodata->by_process = bitesize.by_process;
	o->rodata->by_disk = bitesize.by_disk;
	o->rodata->by_type = bitesize.by_type;
	o->rodata->nedges = bitesize.nedges;
	memcpy((void *)o->rodata->edges, bitesize.edges, sizeof(bitesize.edges));
	o->rodata->tally_single = !bitesize.by_process && !bitesize.by_disk && !bitesize.by_type;
	return o->rodata->tally_single ? bpf_tally_single(s) : 0;
}

static const struct bpf_recipe bpf = {.open = open_bpf};

const struct tool bitesize_tool = {
	.name = "bitesize",
	.summary = "Block I/O sizes as histograms.",
	.arguments = "[seconds | interval count]",
	.examples = "  bitesize                  until Ctrl-C, one histogram\n"
				"  bitesize 10               for 10 s\n"
				"  bitesize 1 5              a histogram every second, five times\n"
				"  bitesize -P -F            by process and operation\n"
				"  bitesize -b \"8 64 128\"    counts below 8 KB, 64 KB, 128 KB and above\n"
				"  bitesize -d sda -i '*W*'  writes to sda\n",
	.unit = "I/O",
	.options = options,
	.takes = TAKES_TASK | TAKES_TIMESTAMP | TAKES_DURATION | TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY,
	.max_args = 2,
	.schema = &schema,
	.view = VIEW_HIST,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &bitesize_ftrace,
	.doctor_variants = (const char *const[]){"-P", "-D", "-F", "-i W", NULL},
};
