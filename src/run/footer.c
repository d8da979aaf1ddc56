// SPDX-License-Identifier: GPL-2.0-or-later
/* The last line of a run, on stderr: how much was counted, by what, and what was lost. */
#include "footer.h"

#include "base/units.h"
#include "session/tool.h"
#include "sys/stack_ends.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What the programs cost (--stats) */
static void print_cost(const struct session *s)
{
	const struct overhead *o = &s->overhead;
	char runs[32], time[32], each[32];

	units_grouped(runs, sizeof(runs), o->cost.runs);
	units_ns(time, sizeof(time), (double)o->cost.run_ns);
	units_ns(each, sizeof(each), o->cost.runs ? (double)o->cost.run_ns / (double)o->cost.runs : 0);
	fprintf(stderr, "cost: BPF programs ran %s times, %s (%s each): %.3g%% of %u CPU%s, at most %.3g%% in a second",
			runs, time, each, o->percent, o->cpus, o->cpus == 1 ? "" : "s", o->peak);
	if (o->cost.skipped)
		fprintf(stderr, "; skipped %" PRIu64 " times", o->cost.skipped);
	fputc('\n', stderr);
}

/* "1 open", "2 opens", "3 I/O" */
static void print_number(const char *n, uint64_t count, const char *unit)
{
	size_t length = strlen(unit);

	if (count == 1 && length && unit[length - 1] == 's')
		length--;
	fprintf(stderr, "%s %.*s", n, (int)length, unit);
}

/* One kind of loss, and its reason. *separator stands between this kind and the one before. */
static void print_lost(const char **separator, uint64_t count, const char *unit, const char *reason)
{
	char n[32];

	if (!count)
		return;
	fputs(*separator, stderr);
	*separator = ", ";
	units_grouped(n, sizeof(n), count);
	print_number(n, count, unit);
	fprintf(stderr, " (%s)", reason);
}

static void print_losses(const struct session *s)
{
	const struct lost *l = &s->lost;
	const char *separator = "";

	fprintf(stderr, "; lost: ");
	if (!l->ring && !l->map_full && !l->missed)
		fprintf(stderr, l->untold ? "nothing that is told" : "nothing");
	print_lost(&separator, l->ring, "events", "a buffer was full; see --buffer");
	print_lost(&separator, l->map_full, session_unit(s), "a map was full");
	print_lost(&separator, l->missed, session_unit(s), "the kernel skipped a probe's run");
	if (l->untold)
		fprintf(stderr, " (%s)", l->untold);
	fputc('\n', stderr);
}

/* One line. It leaves out what is 0, except the count. --quiet drops it if nothing was lost. */
static void print_counted(const struct session *s)
{
	const struct lost *l = &s->lost;
	char n[32], age[32];

	if (s->set->quiet && !l->ring && !l->map_full && !l->missed)
		return;
	units_grouped(n, sizeof(n), session_counted(s));
	print_number(n, session_counted(s), session_unit(s));
	fprintf(stderr, " counted by %s (%s)", s->backend_name, s->attach);
	units_ns(age, sizeof(age), (double)l->oldest_ns);
	if (l->in_flight)
		fprintf(stderr, ", %" PRIu64 " still in flight", l->in_flight);
	if (l->in_flight && l->oldest_ns) /* 0: all of them began at the time of the count */
		fprintf(stderr, " (oldest %s)", age);
	if (l->unmatched)
		fprintf(stderr, ", %" PRIu64 " began before tracing", l->unmatched);
	print_losses(s);
}

/* Stacks with few frames look complete, and are not. */
static void print_stack_ends(const struct session *s)
{
	char text[4096];

	if (s->set->quiet)
		return;
	if (stack_ends_text(text, sizeof(text)))
		fprintf(stderr, "%s\n", text);
	if (s->tool->note && s->tool->note(s, text, sizeof(text)))
		fprintf(stderr, "%s\n", text);
}

void print_footer(const struct session *s)
{
	print_stack_ends(s);
	print_counted(s);
	if (s->set->stats)
		print_cost(s);
}
