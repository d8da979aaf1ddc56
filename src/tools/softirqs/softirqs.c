// SPDX-License-Identifier: GPL-2.0-or-later
/* softirqs - how long softirqs run, or wait until they run. */
#include "softirqs.h"

#include "source/bpf/object.h"
#include "tools/interrupts/names.h"
#include "softirqs.skel.h"

#include <errno.h>
#include <string.h>

struct softirqs_options softirqs;

static const struct opt options[] = {
	OPT_FLAG('w', "wait", &softirqs.waits, "the time from raising one until it runs, not its run"),
	OPT_FLAG('C', "by-cpu", &softirqs.by_cpu, "a histogram for each CPU"),
	OPT_NOTE('N', "(bcc's nanoseconds): times choose their own unit"),
	OPT_END,
};

static int format_vector(char *to, size_t size, const struct field *f, const void *row)
{
	return softirq_name(to, size, (uint32_t)field_integer(f, row));
}

static int compare(const void *a, const void *b)
{
	const struct softirq_row *x = a, *y = b;

	if (x->key.vector != y->key.vector)
		return x->key.vector < y->key.vector ? -1 : 1;
	return x->key.cpu < y->key.cpu ? -1 : x->key.cpu > y->key.cpu;
}

static struct field fields[] = {
	FIELD_MADE_OF("softirq", struct softirq_row, key.vector, format_vector, FIELD_KEY, -8),
	FIELD_AS("cpu", struct softirq_row, key.cpu, FIELD_U32, FIELD_KEY | FIELD_OFF, 4),
	FIELD_AS("latency", struct softirq_row, hist, FIELD_HIST, 0, 0),
};

static const struct schema schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(struct softirq_key),
	.row_size = sizeof(struct softirq_row),
	.unit = HIST_NS,
	.compare = compare,
};

static int prepare(struct session *s)
{
	(void)s;
	field_show(&fields[1], softirqs.by_cpu);
	return 0;
}

static int open_bpf(struct session *s)
{
	struct softirqs_bpf *o = bpf_open(s, softirqs_bpf);

	if (!o)
		return -errno;
	o->rodata->waits = softirqs.waits;
	o->rodata->by_cpu = softirqs.by_cpu;
	bpf_use(s, o->progs.raised, softirqs.waits);
	bpf_use(s, o->progs.left, !softirqs.waits);
	return 0;
}

static const struct bpf_recipe bpf = {.open = open_bpf};

const struct tool softirqs_tool = {
	.name = "softirqs",
	.summary = "Time in softirqs, or until they run, as histograms.",
	.examples = "  softirqs                  a histogram of each, every second\n"
				"  softirqs --table 10 1     a line each, of 10 s\n"
				"  softirqs -w               how long they wait\n"
				"  softirqs -C -H            a heat map, by CPU\n",
	.unit = "softirqs",
	.options = options,
	.takes = TAKES_INTERVAL | TAKES_HEATMAP | TAKES_TABLE | TAKES_TIMESTAMP | TAKES_DURATION | TAKES_COMMAND |
			 TAKES_BUFFER | TAKES_REPLAY,
	.interval_ns = 1000000000,
	.schema = &schema,
	.view = VIEW_HIST,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &softirqs_ftrace,
	.boot = softirqs_boot,
	.doctor_variants = (const char *const[]){"-w", "-C", NULL},
};
