// SPDX-License-Identifier: GPL-2.0-or-later
/* hardirqs - how long interrupt handlers run. */
#include "hardirqs.h"

#include "source/bpf/object.h"
#include "sys/privileges.h"
#include "tools/interrupts/names.h"
#include "tools/interrupts/vectors.h"
#include "hardirqs.skel.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct hardirqs_options hardirqs;

static const struct opt options[] = {
	OPT_FLAG('C', "by-cpu", &hardirqs.by_cpu, "a histogram for each CPU"),
	OPT_NOTE('N', "(bcc's nanoseconds): times choose their own unit"),
	OPT_END,
};

static int compare(const void *a, const void *b)
{
	const struct hardirq_row *x = a, *y = b;

	if (x->key.irq != y->key.irq)
		return x->key.irq < y->key.irq ? -1 : 1;
	return memcmp(&x->key, &y->key, sizeof(x->key));
}

static int format_handler(char *to, size_t size, const struct field *f, const void *row)
{
	const struct hardirq_key *key = &((const struct hardirq_row *)row)->key;

	(void)f;
	return interrupt_name(to, size, key->irq, key->name);
}

static bool is_line(const struct field *f, const void *row)
{
	(void)f;
	return ((const struct hardirq_row *)row)->key.irq < HARDIRQ_LOCAL_TIMER;
}

static int format_line(char *to, size_t size, const struct field *f, const void *row)
{
	return is_line(f, row) ? snprintf(to, size, "%u", (unsigned)field_integer(f, row)) : snprintf(to, size, "-");
}

static struct field fields[] = {
	FIELD_MADE("handler", format_handler, FIELD_KEY, -20),
	FIELD_AS("irq", struct hardirq_row, key.irq, FIELD_U32, FIELD_KEY | FIELD_HIDDEN, 0, .known = is_line),
	FIELD_MADE_OF("line", struct hardirq_row, key.irq, format_line, FIELD_KEY | FIELD_TEXT_ONLY, 4, .title = "IRQ"),
	FIELD_AS("cpu", struct hardirq_row, key.cpu, FIELD_U32, FIELD_KEY | FIELD_OFF, 4),
	FIELD_AS("latency", struct hardirq_row, hist, FIELD_HIST, 0, 0),
};

static const struct schema schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(struct hardirq_key),
	.row_size = sizeof(struct hardirq_row),
	.unit = HIST_NS,
	.compare = compare,
};

static int prepare(struct session *s)
{
	(void)s;
	field_show(&fields[3], hardirqs.by_cpu);
	return 0;
}

static int open_bpf(struct session *s)
{
	struct hardirqs_bpf *o = bpf_open(s, hardirqs_bpf);

	if (!o)
		return -errno;
	o->rodata->by_cpu = hardirqs.by_cpu;
	o->rodata->names = lockdown_mode() != LOCKDOWN_CONFIDENTIALITY;
	return interrupt_vectors(s);
}

static const struct bpf_recipe bpf = {.open = open_bpf};

const struct tool hardirqs_tool = {
	.name = "hardirqs",
	.summary = "Time in interrupt handlers as histograms.",
	.examples = "  hardirqs                  a histogram of each, every second\n"
				"  hardirqs --table 10 1     a line each, of 10 s\n"
				"  hardirqs -C -H            a heat map, by CPU\n",
	.unit = "interrupts",
	.options = options,
	.takes = TAKES_INTERVAL | TAKES_HEATMAP | TAKES_TABLE | TAKES_TIMESTAMP | TAKES_DURATION | TAKES_COMMAND |
			 TAKES_BUFFER | TAKES_REPLAY,
	.interval_ns = 1000000000,
	.schema = &schema,
	.view = VIEW_HIST,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &hardirqs_ftrace,
	.boot = hardirqs_boot,
	.doctor_variants = (const char *const[]){"-C", NULL},
};
