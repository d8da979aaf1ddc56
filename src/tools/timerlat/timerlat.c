// SPDX-License-Identifier: GPL-2.0-or-later
/* timerlat - how long after its timer a thread goes on, and who delayed it. */
#include "timerlat.h"

#include "base/log.h"
#include "tools/noise/explain.h"
#include "tools/noise/options.h"

#include <errno.h>
#include <stdio.h>

static int parse_stack(void *options, const char *text)
{
	struct timerlat_options *to = options;

	to->stack = true;
	return noise_parse_us(&to->stack_ns, text);
}

static const struct opt options[] = {
	NOISE_OPTIONS,
	NOISE_TIME('i', "irq", &timerlat.stop_irq_ns, "end at an IRQ latency over US, and say what it was"),
	NOISE_TIME('T', "thread", &timerlat.stop_thread_ns, "end at a thread or user latency over US"),
	OPT_PARSED('s', "stack", "US", &timerlat, parse_stack, "with the stack of whoever was interrupted that late"),
	NOISE_TIME('a', "auto", &timerlat.auto_ns, "as -T US -s 0"),
	OPT_FLAG('g', "histograms", &timerlat.histograms, "histograms, not a line for each"),
	NOISE_NOTES,
	OPT_END,
};

static int format_until(char *to, size_t size, const struct field *f, const void *row)
{
	static const char *const names[] = {"irq", "thread", "user"};

	return snprintf(to, size, "%s", names[field_integer(f, row)]);
}

static int compare(const void *a, const void *b)
{
	const struct timerlat_key *x = a, *y = b;

	if (x->cpu != y->cpu)
		return x->cpu < y->cpu ? -1 : 1;
	return (int)x->until - (int)y->until;
}

static const struct field fields[] = {
	FIELD_AS("cpu", struct timerlat_row, key.cpu, FIELD_U32, FIELD_KEY, 4),
	FIELD_MADE_OF("until", struct timerlat_row, key.until, format_until, FIELD_KEY, -7),
	FIELD_AS("latency", struct timerlat_row, hist, FIELD_HIST, 0, 0),
};

static const struct schema schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(struct timerlat_key),
	.row_size = sizeof(struct timerlat_row),
	.unit = HIST_NS,
	.in_order = true,
	.compare = compare,
};

/* As rtla: at a priority above all that is not there to run at once */
static void choose_priority(void)
{
	if (!noise.priority.given)
		noise.priority = (struct noise_priority){.policy = SCHED_FIFO, .priority = 95};
}

static int prepare(struct session *s)
{
	if (!noise.period_ns)
		noise.period_ns = 1000000;
	if (noise.period_ns < 100000 || noise.period_ns > 1000000000)
		return fail(-EINVAL, "--period: 100 to 1000000 (us)");
	if (timerlat.auto_ns) {
		timerlat.stop_thread_ns = timerlat.auto_ns;
		timerlat.stack = true;
	}
	if (!s->set->heatmap && !timerlat.histograms)
		settings.table = true;
	noise.stops = timerlat.stop_irq_ns || timerlat.stop_thread_ns;
	if (timerlat.stack && !noise.stops)
		return fail(-EINVAL, "--stack is part of an explanation: add --irq or --thread");
	choose_priority();
	return noise_check_cpus(false);
}

static int note(const struct session *s, char *to, size_t size)
{
	(void)s;
	return noise_note(to, size, timerlat_explain);
}

static void note_json(const struct session *s)
{
	noise_note_json(s, timerlat_stop_json);
}

const struct tool timerlat_tool = {
	.name = "timerlat",
	.summary = "How long after its timer a thread goes on, and who delayed it.",
	.examples = "  timerlat                  lines for each CPU, every second\n"
				"  timerlat -c 2,3 -p 100    two CPUs, every 100 us\n"
				"  timerlat -H               a heat map\n"
				"  timerlat -a 100           ends at a latency over 100 us, and explains it\n",
	.unit = "wake-ups",
	.options = options,
	.takes = TAKES_INTERVAL | TAKES_HEATMAP | TAKES_TABLE | TAKES_TIMESTAMP | TAKES_DURATION | TAKES_COMMAND |
			 TAKES_BUFFER | TAKES_REPLAY,
	.interval_ns = 1000000000,
	.schema = &schema,
	.view = VIEW_HIST,
	.prepare = prepare,
	.note = note,
	.note_json = note_json,
	.bpf = &timerlat_bpf,
	.ftrace = &timerlat_ftrace,
	.doctor_variants = (const char *const[]){"-P o:0", "-a 1000", NULL},
};
