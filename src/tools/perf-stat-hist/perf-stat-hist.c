// SPDX-License-Identifier: GPL-2.0-or-later
/* perf-stat-hist - any number in any tracepoint's record, as a histogram. */
#include "perf-stat-hist.h"

#include "base/log.h"
#include "base/numbers.h"
#include "session/tool.h"
#include "event.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct stat_options stat_hist;
static struct {
	uint64_t power, step, max;
} chosen;

static int add_edge(uint64_t edge)
{
	if (stat_hist.nedges == STAT_EDGES)
		return fail(-E2BIG, "at most %d buckets", STAT_EDGES);
	if (stat_hist.nedges && edge <= stat_hist.edges[stat_hist.nedges - 1])
		return fail(-EINVAL, "-b: values must rise");
	stat_hist.edges[stat_hist.nedges++] = edge;
	return 0;
}

static int parse_edges(void *to, const char *text)
{
	char copy[1024], *save = NULL;
	int err = 0;

	(void)to;
	stat_hist.nedges = 0;
	if (snprintf(copy, sizeof(copy), "%s", text) >= (int)sizeof(copy))
		return fail(-E2BIG, "-b: at most %d values", STAT_EDGES);
	for (char *one = strtok_r(copy, " ,", &save); one && !err; one = strtok_r(NULL, " ,", &save)) {
		uint64_t edge;

		if (parse_number(one, 0, UINT64_MAX, &edge))
			return fail(-EINVAL, "-b %s: not a value; write -b \"10 50 100\"", one);
		err = edge || stat_hist.nedges ? add_edge(edge) : 0; /* every list begins at 0 */
	}
	return err || stat_hist.nedges ? err : fail(-EINVAL, "-b: no value given; write -b \"10 50 100\"");
}

static const struct opt options[] = {
	OPT_PARSED('b', "buckets", "LIST", &stat_hist, parse_edges, "values that buckets begin at: \"10 50 100\""),
	OPT_NUMBER('P', "power", "N", &chosen.power, 2, 1 << 20, "buckets begin at the powers of N"),
	OPT_NUMBER(0, "linear", "STEP", &chosen.step, 1, UINT32_MAX, "buckets are STEP wide"),
	OPT_NUMBER('m', "max", "VALUE", &chosen.max, 1, INT64_MAX, "no bucket begins above (1048576)"),
	OPT_TEXT('f', "filter", "FILTER", &stat_hist.filter, "only records that pass, in ftrace's own grammar"),
	OPT_DURATION('i', "interval", "TIME", &settings.interval_ns, "a histogram each TIME"),
	OPT_END,
};

static int compare(const void *a, const void *b)
{
	const struct stat_row *x = a, *y = b;

	return (int)y->key.negative - (int)x->key.negative;
}

enum { SIGN };
static struct field fields[] = {
	[SIGN] = FIELD_MADE_OF("sign", struct stat_row, key.negative, sign_field, FIELD_KEY | FIELD_OFF, -8),
	FIELD_AS("value", struct stat_row, hist, FIELD_HIST, 0, 0),
};

static struct schema schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(struct stat_key),
	.row_size = sizeof(struct stat_row),
	.unit = HIST_COUNT,
	.edges = stat_hist.edges,
	.compare = compare,
};

/* As in perf-tools, -m alone means powers of 4, and -P or --linear alone mean a maximum of 1 MiB. */
static int make_edges(void)
{
	uint64_t max = chosen.max ? chosen.max : 1 << 20, edge;
	int err = 0;

	if (!!chosen.power + !!chosen.step + !!stat_hist.nedges > 1 || (stat_hist.nedges && chosen.max))
		return fail(-EINVAL, "-b, -P and --linear exclude each other, and -m goes with the last two");
	if (chosen.max && !chosen.power && !chosen.step)
		chosen.power = 4;
	for (edge = chosen.power ? 1 : chosen.step; edge && edge <= max && !err; edge += chosen.step) {
		err = add_edge(edge);
		if (chosen.power && edge > max / chosen.power)
			break;
		edge *= chosen.power ? chosen.power : 1;
	}
	return err;
}

/* Chosen buckets are none of a heat map, and one line is no map. */
static int check_heatmap(const struct session *s)
{
	if (!s->set->heatmap)
		return 0;
	if (stat_hist.nedges)
		return fail(-EINVAL, "-b, -P, -l and -m choose the rows of a histogram; a heat map (-H) has its own buckets, "
							 "see --range");
	if (!s->set->interval_ns)
		settings.interval_ns = 1000000000;
	return 0;
}

static int prepare(struct session *s)
{
	int err;

	if (s->argc < 2)
		return fail(-EINVAL, "an event and a field are needed; as in: perf-stat-hist syscalls:sys_exit_read ret 10");
	if (s->argc > 3)
		return fail(-EINVAL,
					"unexpected argument %s; after EVENT and FIELD comes only how long, in seconds; "
					"-i 1 is a histogram each second, -b, -P and -m choose buckets",
					s->argv[3]);
	if (s->argc > 2 && parse_duration(s->argv[2], &settings.duration_ns))
		return fail(-EINVAL, "%s is not how long: after EVENT and FIELD comes a time, in seconds (1, 0.5) or 250ms",
					s->argv[2]);
	if (s->set->replay && stat_hist.filter)
		return fail(-EINVAL, "-f is the kernel's filter: give it with --record, not with --replay");
	stat_hist.fields[0] = s->argv[1];
	if (make_edges() || check_heatmap(s))
		return -EINVAL;
	err = event_find(s);
	if (err)
		return err;
	field_show(&fields[SIGN], stat_hist.is_signed);
	schema.nedges = stat_hist.nedges;
	return 0;
}

const struct tool perf_stat_hist_tool = {
	.name = "perf-stat-hist",
	.summary = "Any number of any tracepoint as a histogram.",
	.arguments = "EVENT FIELD [seconds]",
	.examples = "  perf-stat-hist syscalls:sys_enter_read count 10        sizes asked for, 10 s\n"
				"  perf-stat-hist -P 10 syscalls:sys_exit_read ret        powers of 10\n"
				"  perf-stat-hist --linear 100 -m 1500 net:net_dev_xmit len\n"
				"  perf-stat-hist -b \"10 50 100\" -i 1 net:net_dev_xmit len\n"
				"  perf-stat-hist -H syscalls:sys_exit_read ret           a heat map\n"
				"  perf-stat-hist -f 'rwbs == \"WS\"' block:block_rq_issue bytes 5\n",
	.unit = "events",
	.options = options,
	.takes =
		TAKES_HEATMAP | TAKES_TABLE | TAKES_DURATION | TAKES_TIMESTAMP | TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY,
	.max_args = 4, /* the fourth is refused with a hint */
	.schema = &schema,
	.view = VIEW_HIST,
	.prepare = prepare,
	.boot = stat_hist_boot,
	.bpf = &perf_stat_hist_bpf_recipe,
	.ftrace = &perf_stat_hist_ftrace,
	.doctor_args = (const char *const[]){"sched:sched_switch", "prev_prio", NULL},
	.doctor_variants = (const char *const[]){"-P 2", NULL},
};
