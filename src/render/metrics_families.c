// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics_families.h"

#include "session/tool.h"

#include <stdio.h>
#include <string.h>

static enum metric_unit unit_of(const struct schema *schema, const struct field *f)
{
	if (!f)
		return METRIC_PLAIN;
	if (f->kind == FIELD_HIST)
		return schema->unit == HIST_NS ? METRIC_SECONDS : schema->unit == HIST_BYTES ? METRIC_BYTES : METRIC_PLAIN;
	return f->kind == FIELD_NS ? METRIC_SECONDS : f->kind == FIELD_BYTES ? METRIC_BYTES : METRIC_PLAIN;
}

/* The field's name without its unit: "total" of total_ns, "read" of read_bytes */
static int stem(const char *name, enum metric_unit unit)
{
	const char *end = unit == METRIC_SECONDS ? "_ns" : "_bytes";
	size_t n = strlen(name), tail = strlen(end);

	return (int)(unit != METRIC_PLAIN && n > tail && !strcmp(name + n - tail, end) ? n - tail : n);
}

/* The section itself names what is counted first, and the total of a time: ktally_syscalls, ktally_syscalls_seconds */
static void make_name(char to[METRIC_NAME_MAX], const struct field *f, bool first, enum metric_unit unit)
{
	static const char *const units[] = {"", "_seconds", "_bytes"};
	int n = f && !first ? stem(f->name, unit) : 0;

	if (n == 5 && !strncmp(f->name, "total", 5))
		n = 0;
	snprintf(to, METRIC_NAME_MAX, "%s%.*s%s", n ? "_" : "", n < METRIC_NAME_MAX - 16 ? n : METRIC_NAME_MAX - 16,
			 n ? f->name : "", units[unit]);
}

static void add(struct metrics_families *to, const struct session *s, const struct field *f, bool first)
{
	const struct schema *schema = s->schema;
	struct metrics_family *m = &to->list[to->n];
	bool hist = f && f->kind == FIELD_HIST;

	if (to->n == METRICS_FAMILIES)
		return;
	m->field = f;
	m->family = (struct metric_family){.name = m->name,
									   .help = s->tool->summary,
									   .type = hist ? METRIC_HISTOGRAM : METRIC_COUNTER,
									   .unit = unit_of(schema, f),
									   .edges = schema->edges,
									   .nedges = hist ? schema->nedges : 0};
	make_name(m->name, f, first || hist, m->family.unit);
	to->n++;
}

static bool adds_up(const struct session *s, const struct field *f)
{
	const unsigned never = FIELD_KEY | FIELD_OFF | FIELD_MAX;

	if (f->flags & never || f->size != sizeof(uint64_t) || (f->flags & FIELD_BPF_ONLY && !s->on_bpf))
		return false;
	if (s->view == VIEW_EVENTS)
		return f->flags & FIELD_ADDS;
	return f->kind == FIELD_U64 || f->kind == FIELD_NS || f->kind == FIELD_BYTES;
}

static void add_counters(struct metrics_families *to, const struct session *s)
{
	const struct field *first = s->view == VIEW_EVENTS ? NULL : schema_counter(s->schema);

	if (first)
		add(to, s, first, true);
	for (size_t i = 0; i < s->schema->nfields; i++)
		if (&s->schema->fields[i] != first && adds_up(s, &s->schema->fields[i]))
			add(to, s, &s->schema->fields[i], false);
}

void metrics_families_choose(struct metrics_families *to, const struct session *s)
{
	const struct field *hist = s->view == VIEW_EVENTS ? NULL : schema_hist_field(s->schema);

	to->n = 0;
	if (hist)
		add(to, s, hist, true);
	else
		add_counters(to, s);
	if (!to->n) /* events without numbers of their own */
		add(to, s, NULL, true);
}
