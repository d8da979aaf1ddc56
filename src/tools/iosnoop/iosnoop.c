// SPDX-License-Identifier: GPL-2.0-or-later
/* iosnoop - every block I/O with its latency. */
#include "iosnoop.h"

#include "base/log.h"
#include "base/numbers.h"
#include "base/units.h"
#include "session/tool.h"
#include "source/bpf/object.h"
#include "sys/disks.h"
#include "sys/io_types.h"
#include "tools/block/rules.h"
#include "iosnoop.skel.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct iosnoop_options iosnoop;
static struct block_options block;

/* A number without a unit is milliseconds. */
static int parse_min(void *to, const char *text)
{
	char copy[32];
	bool plain = text[strspn(text, "0123456789.")] == '\0';

	snprintf(copy, sizeof(copy), "%s%s", text, plain ? "ms" : "");
	return parse_duration(copy, to) ? fail(-EINVAL, "--min %s: not a time; write milliseconds (10, 0.5) or 250us", text)
									: 0;
}

static const struct opt options[] = {
	BLOCK_OPTIONS(&block),
	OPT_FLAG('Q', "queued", &block.queued, "start at the queue: LATms includes the time in it"),
	OPT_FLAG('s', "start", &iosnoop.starts, "print when it started, in seconds since boot"),
	OPT_FLAG('t', "time", &iosnoop.ends, "print when it ended, in seconds since boot"),
	OPT_FLAG('D', "disk-names", &iosnoop.disk_names, "names of disks, as always on a terminal, not numbers"),
	OPT_PARSED(0, "min", "MS", &iosnoop.min_ns, parse_min, "only I/O of at least MS milliseconds", .elsewhere = 'm'),
	OPT_NOTE('P', "(bcc's pattern of access): BLOCK and BYTES of the rows show it"),
	OPT_END,
};

static int format_ms(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "%.3f", (double)field_integer(f, row) / 1e6);
}

static int format_start(char *to, size_t size, const struct field *f, const void *row)
{
	const struct io_event *r = row;

	(void)f;
	return units_uptime(to, size, r->time_ns - r->latency_ns);
}

enum { CLOCK, STARTS, ENDS, COMM, PID, TID, UID, TYPE, DEV, DISK };
static struct field fields[] = {
	[CLOCK] = FIELD_EVENT_CLOCK,
	[STARTS] = FIELD_MADE("start", format_start, FIELD_OFF | FIELD_TEXT_ONLY, -16, .title = "STARTs", .spare = 8),
	[ENDS] = FIELD_EVENT_UPTIME("end", "ENDs"),
	[COMM] = FIELD(struct io_event, comm, FIELD_CHARS, FIELD_TASK, -16),
	[PID] = FIELD(struct io_event, pid, FIELD_U32, FIELD_TASK, 7, .spare = 4),
	[TID] = FIELD(struct io_event, tid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	[UID] = FIELD(struct io_event, uid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK | FIELD_BPF_ONLY, 0),
	[TYPE] = FIELD_MADE_OF("type", struct io_event, type, io_type_field, 0, -5, .spare = 3),
	[DEV] = FIELD_MADE_OF("dev", struct io_event, dev, disk_number_field, 0, -8, .spare = 2),
	[DISK] = FIELD_MADE_OF("disk", struct io_event, dev, disk_field, FIELD_HIDDEN, -10, .known = disk_has_name,
						   .spare = 2, .least = 8),
	FIELD(struct io_event, sector, FIELD_U64, 0, 12, .title = "BLOCK", .spare = 1),
	FIELD(struct io_event, bytes, FIELD_U64, 0, 8, .spare = 5),
	FIELD(struct io_event, latency_ns, FIELD_NS, FIELD_HIDDEN, 0),
	FIELD_MADE_OF("ms", struct io_event, latency_ns, format_ms, FIELD_TEXT_ONLY, 9, .title = "LATms"),
};

static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct io_event), .track = "disk dev",
									 .label = "type bytes"};

static int prepare(struct session *s)
{
	if (s->argc && parse_duration(s->argv[0], &settings.duration_ns))
		return fail(-EINVAL, "unexpected argument %s; the only one is a duration in seconds", s->argv[0]);
	if (block_prepare(s, &block))
		return -EINVAL;
	block.owners = true;
	field_show(&fields[CLOCK], s->set->timestamp);
	field_show(&fields[STARTS], iosnoop.starts);
	field_show(&fields[ENDS], iosnoop.ends);
	if (iosnoop.disk_names || (!s->set->json && !s->set->replay && isatty(STDOUT_FILENO))) {
		field_show(&fields[DISK], true);
		fields[DEV].flags |= FIELD_HIDDEN;
	}
	return 0;
}

static int open_bpf(struct session *s)
{
	struct iosnoop_bpf *o = bpf_open(s, iosnoop_bpf);
	int err = o ? block_open(s, (struct block_rules *)&o->rodata->block, (__u32 *)&o->rodata->rq_argument) : -errno;

	if (!err)
		o->rodata->min_ns = iosnoop.min_ns;
	return err;
}

static const struct bpf_recipe bpf = {.notices_missed = true, .open = open_bpf, .losses = block_in_flight};

const struct tool iosnoop_tool = {
	.name = "iosnoop",
	.summary = "Block I/O: who did which, where, how large, how long it took.",
	.arguments = "[duration]",
	.examples = "  iosnoop                   every block I/O, until Ctrl-C\n"
				"  iosnoop -Q 10             with the time in the queue, for 10 s\n"
				"  iosnoop -d sda -i '*W*'   writes to sda (or 8,0)\n"
				"  iosnoop --min 10          only what took 10 ms and more\n"
				"  iosnoop -p 1234           I/O that process 1234 submitted\n"
				"  iosnoop -st > io.txt      with start and end times, to plot\n"
				"\n"
				"TYPE: R read, W write, F flush, D discard, DE erase, N other; before it F: a\n"
				"flush first; after it F forced, A ahead, S sync, M metadata, U atomic.\n",
	.unit = "I/O",
	.options = options,
	.takes =
		TAKES_TASK | TAKES_TIMESTAMP | TAKES_DURATION | TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY | TAKES_TIMELINE,
	.max_args = 1,
	.schema = &schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &iosnoop_ftrace,
	.doctor_variants = (const char *const[]){"-Q", "-i W", NULL},
};
