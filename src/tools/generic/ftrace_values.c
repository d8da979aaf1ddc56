// SPDX-License-Identifier: GPL-2.0-or-later
#include "ftrace_values.h"

#include "ftrace_event.h"
#include "ftrace_fields.h"
#include "plan.h"

#include <stdio.h>
#include <string.h>

static void read_comm(char *to, const struct record *r)
{
	memset(to, 0, TASK_COMM);
	if (record_has(r, AT_COMM))
		record_copy(r, AT_COMM, to, TASK_COMM);
	else
		record_task_name(r, to);
}

/* Is it in the tracepoint's own record, not in that of an event of ours, which is as its definition says? */
static bool is_as_it_was(const struct probe_argument *a)
{
	return a->from == FROM_RECORD && !generic_event.made;
}

/*
 * Where the memory could not be read the kernel records no byte, not even the NUL. A kprobe does the same for an empty
 * string of a program (seen up to 6.12, not in 7.2); the kernel's own text says fault then, too.
 */
static void read_text(const struct probe_argument *a, char *to, const struct record *r, unsigned i)
{
	uint32_t place;

	memset(to, 0, PROBE_TEXT);
	if (a->fetch.base == PROBE_COMM) {
		read_comm(to, r);
		return;
	}
	record_copy(r, i, to, PROBE_TEXT);
	if (is_as_it_was(a))
		return;
	record_bytes(r, i, &place, sizeof(place));
	if (!(place >> 16))
		strcpy(to, "(fault)");
}

/* 0: there is only one */
static uint64_t function_of(const struct probe *p, const struct record *r)
{
	return p->target != TARGET_TRACEPOINT && p->found.n > 1 ? (uint64_t)record_int(r, AT_FUNCTION) : 0;
}

static uint64_t read_number(const struct probe *p, const struct record *r, unsigned i)
{
	const struct probe_argument *a = &p->arguments[i];

	switch (a->fetch.base) {
	case PROBE_PID:
		return record_task(r)->tgid;
	case PROBE_TID:
		return r->tid;
	case PROBE_CPU:
		return (uint64_t)r->cpu;
	case PROBE_FUNCTION:
		return function_of(p, r);
	case PROBE_CONTEXT:
		break;
	default: /* PROBE_CONSTANT: what lies there, or the number itself */
		if (!a->fetch.noffsets && !a->is_recorded)
			return probe_finish(&a->fetch, a->fetch.base == PROBE_CONSTANT ? a->fetch.at : 0);
	}
	if (a->fetch.bits && !a->fetch.is_signed && !is_as_it_was(a)) /* the kernel has cut the bits out */
		return (uint64_t)record_int(r, i);
	return probe_finish(&a->fetch, (uint64_t)record_int(r, i));
}

void generic_read_event(const struct probe *p, struct probe_event *to, const struct record *r)
{
	for (unsigned i = 0; i < p->narguments; i++) {
		if (probe_is_text(&p->arguments[i]))
			read_text(&p->arguments[i], to->texts[i], r, i);
		else
			to->values[i] = read_number(p, r, i);
	}
}

unsigned generic_make_key(const struct generic *g, struct probe_key *key, const struct probe_event *event)
{
	unsigned at = 0;

	for (unsigned k = 0; k < g->nkeys; k++) {
		unsigned i = g->keys[k], words = generic_words(&g->probe.arguments[i]);

		if (probe_is_text(&g->probe.arguments[i]))
			memcpy(&key->words[at], event->texts[i], words * 8 - 1);
		else
			key->words[at] = event->values[i];
		at += words;
	}
	return at;
}

static void fill_texts(const struct generic *g, struct probe_row *row, const struct probe_event *event)
{
	const struct probe_layout *l = &g->plan.layout;

	for (unsigned i = 0; i < g->probe.narguments; i++) {
		const struct probe_argument *a = &g->probe.arguments[i];

		if (probe_is_text(a) && a->fetch.text < l->ntexts)
			memcpy((char *)row + l->texts + (size_t)a->fetch.text * PROBE_TEXT, event->texts[i], PROBE_TEXT);
	}
}

void generic_make_row(const struct generic *g, struct probe_row *row, const struct probe_event *event,
					  const struct record *r)
{
	const struct probe_layout *l = &g->plan.layout;

	memset(row, 0, l->size);
	row->time_ns = r->time_ns;
	row->pid = record_task(r)->tgid;
	row->tid = r->tid;
	row->cpu = (uint32_t)r->cpu;
	read_comm(row->comm, r);
	row->function = function_of(&g->probe, r);
	memcpy(row->values, event->values, sizeof(row->values));
	fill_texts(g, row, event);
	if (l->record_size)
		memcpy((char *)row + l->record, r->data, r->size < l->record_size ? r->size : l->record_size);
}

/* --max-keys holds here as it does for the BPF form's maps. */
static void *total_of(struct session *s, const struct probe_key *key)
{
	uint64_t most = generic_of(s)->max_keys;

	if (most && tally_count(s->totals) >= most && !tally_find(s->totals, key)) {
		s->lost.map_full++;
		return NULL;
	}
	return session_total(s, key);
}

void generic_count_event(struct session *s, struct probe_key *key, unsigned at, uint64_t value)
{
	const struct generic *g = generic_of(s);
	const struct probe_plan *plan = &g->plan;
	bool negative = plan->value_signed && (int64_t)value < 0;
	struct probe_sum *sum;
	char *total;

	if (negative)
		key->words[at] = 1;
	total = total_of(s, key);
	if (!total)
		return;
	total += g->key_words * sizeof(uint64_t);
	if (g->view == PROBE_HIST) {
		hist_add((void *)total, plan->value_is_time ? HIST_NS : HIST_COUNT, negative ? -value : value);
		return;
	}
	sum = (void *)total;
	sum->count++;
	if (g->view == PROBE_SUM)
		sum->sum += value;
}
