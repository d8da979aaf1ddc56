// SPDX-License-Identifier: GPL-2.0-or-later
/* osnoise - how much of its time a CPU does not give to a thread that never sleeps, and who has it then. */
#include "osnoise.h"

#include "base/log.h"
#include "tools/noise/explain.h"
#include "tools/noise/options.h"
#include "tools/noise/rows.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int parse_by(void *to, const char *text)
{
	bool *by_source = to;

	*by_source = !strcmp(text, "source");
	if (!*by_source && strcmp(text, "cpu") != 0)
		return fail(-EINVAL, "--by %s: write source or cpu", text);
	return 0;
}

static const struct opt options[] = {
	NOISE_OPTIONS,
	NOISE_LENGTH('r', "runtime", &osnoise.runtime_ns, "measure for US of each period; the rest is for others"),
	NOISE_LENGTH('T', "threshold", &osnoise.threshold_ns, "a longer gap between two readings is noise (5)"),
	NOISE_TIME('a', "auto", &osnoise.auto_ns, "as -s US -T 1"),
	NOISE_TIME('s', "stop", &osnoise.stop_single_ns, "end at a gap longer than US, and say what it was"),
	NOISE_TIME('S', "stop-total", &osnoise.stop_total_ns, "end at a period with more noise than US"),
	OPT_PARSED(0, "by", "WHAT", &osnoise.by_source, parse_by, "source: a line for each interrupt and thread"),
	OPT_FLAG('g', "gaps", &osnoise.gaps, "histograms of gaps, by CPU; also -H, --table, --svg"),
	NOISE_NOTES,
	OPT_END,
};

/* ---- a line for each CPU ---- */

static int format_available(char *to, size_t size, const struct field *f, const void *row)
{
	const struct osnoise_row *r = row;

	(void)f;
	return snprintf(to, size, "%.4f",
					r->runtime_ns ? 100.0 * (double)(r->runtime_ns - r->noise_ns) / (double)r->runtime_ns : 0.0);
}

static int compare_cpus(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static const struct field fields[] = {
	FIELD(struct osnoise_row, cpu, FIELD_U64, FIELD_KEY, 3),
	FIELD(struct osnoise_row, gaps, FIELD_U64, 0, 6, .spare = 2),
	FIELD(struct osnoise_row, runtime_ns, FIELD_NS, 0, 7, .title = "RUNTIME"),
	FIELD(struct osnoise_row, noise_ns, FIELD_NS, 0, 7, .title = "NOISE"),
	FIELD_MADE("available", format_available, FIELD_TEXT_ONLY, 8, .title = "%AVAIL"),
	FIELD(struct osnoise_row, max_noise_ns, FIELD_NS, FIELD_MAX, 8, .title = "MAXNOISE", .spare = 1),
	FIELD(struct osnoise_row, max_single_ns, FIELD_NS, FIELD_MAX, 7, .title = "MAX"),
	FIELD(struct osnoise_row, hardware, FIELD_U64, 0, 4, .title = "HW"),
	FIELD(struct osnoise_row, hardware_ns, FIELD_NS, FIELD_HIDDEN, 0),
	FIELD_AS("nmis", struct osnoise_row, classes[NOISE_NMI].count, FIELD_U64, 0, 4, .title = "NMI"),
	FIELD_AS("nmi_ns", struct osnoise_row, classes[NOISE_NMI].ns, FIELD_NS, FIELD_HIDDEN, 0),
	FIELD_AS("irqs", struct osnoise_row, classes[NOISE_IRQ].count, FIELD_U64, 0, 6, .title = "IRQ"),
	FIELD_AS("irq_ns", struct osnoise_row, classes[NOISE_IRQ].ns, FIELD_NS, FIELD_HIDDEN, 0),
	FIELD_AS("softirqs", struct osnoise_row, classes[NOISE_SOFTIRQ].count, FIELD_U64, 0, 6, .title = "SIRQ"),
	FIELD_AS("softirq_ns", struct osnoise_row, classes[NOISE_SOFTIRQ].ns, FIELD_NS, FIELD_HIDDEN, 0),
	FIELD_AS("threads", struct osnoise_row, classes[NOISE_THREAD].count, FIELD_U64, 0, 6, .title = "THREAD"),
	FIELD_AS("thread_ns", struct osnoise_row, classes[NOISE_THREAD].ns, FIELD_NS, FIELD_HIDDEN, 0),
	FIELD(struct osnoise_row, unexplained_ns, FIELD_NS, 0, 7, .title = "UNEXPL"),
};

const struct schema osnoise_schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(uint64_t),
	.row_size = sizeof(struct osnoise_row),
	.compare = compare_cpus,
};

/* ---- gaps ---- */

static const struct field gap_fields[] = {
	FIELD(struct osnoise_gaps, cpu, FIELD_U64, FIELD_KEY, 4),
	FIELD_AS("gap", struct osnoise_gaps, hist, FIELD_HIST, 0, 0),
};

const struct schema osnoise_gaps_schema = {
	SCHEMA_FIELDS(gap_fields), .key_size = sizeof(uint64_t), .row_size = sizeof(struct osnoise_gaps),
	.unit = HIST_NS,		   .compare = compare_cpus,
};

/* ---- options ---- */

static int check_times(void)
{
	if (osnoise.auto_ns) {
		osnoise.stop_single_ns = osnoise.auto_ns;
		osnoise.threshold_ns = 1000;
	}
	if (!noise.period_ns)
		noise.period_ns = 1000000000;
	if (!osnoise.runtime_ns)
		osnoise.runtime_ns = noise.period_ns / 100 * 95;
	if (!osnoise.threshold_ns)
		osnoise.threshold_ns = 5000;
	if (noise.period_ns < 1000000)
		return fail(-EINVAL, "--period: at least 1000 (us)");
	if (osnoise.runtime_ns > noise.period_ns)
		return fail(-EINVAL, "--runtime: not longer than the --period, %llu us",
					(unsigned long long)noise.period_ns / 1000);
	noise.stops = osnoise.stop_single_ns || osnoise.stop_total_ns;
	return noise_check_cpus(osnoise.runtime_ns > noise.period_ns / 10);
}

static int prepare(struct session *s)
{
	if (s->set->heatmap || s->set->table || s->set->svg)
		osnoise.gaps = true;
	if (osnoise.gaps && osnoise.by_source)
		return fail(-EINVAL, "--by source has no histograms: gaps are those of a CPU");
	if (osnoise.gaps) {
		s->schema = &osnoise_gaps_schema;
		s->view = VIEW_HIST;
	} else if (osnoise.by_source) {
		s->schema = &noise_share_schema;
	}
	return check_times();
}

static int note(const struct session *s, char *to, size_t size)
{
	(void)s;
	return noise_note(to, size, noise_explain);
}

static void note_json(const struct session *s)
{
	noise_note_json(s, NULL);
}

const struct tool osnoise_tool = {
	.name = "osnoise",
	.summary = "How much of its time a CPU takes from a thread, and for whom.",
	.examples = "  osnoise                   a line for each CPU, every second\n"
				"  osnoise --by source       which interrupts and threads it is\n"
				"  osnoise -c 2,3 -P f:1     two CPUs, at a real-time priority\n"
				"  osnoise -H                a heat map of gaps\n"
				"  osnoise -s 500            ends at a gap over 500 us, and explains it\n",
	.unit = "interruptions",
	.options = options,
	.takes = TAKES_INTERVAL | TAKES_HEATMAP | TAKES_TABLE | TAKES_TIMESTAMP | TAKES_DURATION | TAKES_COMMAND |
			 TAKES_BUFFER | TAKES_REPLAY,
	.interval_ns = 1000000000,
	.schema = &osnoise_schema,
	.view = VIEW_TABLE,
	.prepare = prepare,
	.note = note,
	.note_json = note_json,
	.bpf = &osnoise_bpf,
	.ftrace = &osnoise_ftrace,
	.doctor_variants = (const char *const[]){"--by source", "--gaps", "-s 1ms", NULL},
};
