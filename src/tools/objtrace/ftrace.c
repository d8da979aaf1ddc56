// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace form of objtrace, in two steps. An event at the probe tells the object's address. Two more, at entries and
 * returns of all functions, have filters that let nothing pass until they are given that address.
 */
#include "base/log.h"
#include "base/starts.h"
#include "session/tool.h"
#include "source/ftrace/ftrace.h"
#include "source/ftrace/stream.h"
#include "tools/generic/ftrace_event.h"
#include "tools/generic/ftrace_fields.h"
#include "tools/generic/ftrace_filter.h"
#include "tools/generic/ftrace_values.h"
#include "probe/evaluate.h"
#include "calls_event.h"
#include "objtrace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct traced {
	uint64_t address;
	bool freed;
} objects[OBJECTS_MAX];
static unsigned taken, filtered_for; /* objects; those that the filters have */
static bool filtered;				 /* the kernel evaluates the probe's filter */
static unsigned caller;				 /* of the probe's event: which of its values is the caller; 0: a return's field */
static struct starts *calls;

/* ---- objects ---- */

/* NULL: no object that was taken has this address */
static struct traced *object_at(uint64_t address)
{
	for (unsigned i = 0; i < taken; i++)
		if (objects[i].address == address)
			return &objects[i];
	return NULL;
}

/* Lets calls pass that receive one of them. Takes the kernel a grace period for each event. */
static int set_filters(struct session *s)
{
	char text[OBJECTS_MAX * CALL_ARGS * 32] = "arg1 == 1 && arg1 == 2";
	size_t at = 0;

	for (unsigned i = 0; i < taken; i++)
		for (unsigned n = 1; n <= CALL_ARGS; n++)
			at += (size_t)snprintf(text + at, sizeof(text) - at, "%sarg%u == 0x%" PRIx64, at ? " || " : "", n,
								   objects[i].address);
	filtered_for = taken;
	return calls_event_filter(s, text);
}

/* ---- rows ---- */

static void fill(struct object_row *row, const struct record *r, uint64_t object)
{
	*row = (struct object_row){.time_ns = r->time_ns, .object = object, .tid = r->tid, .cpu = (uint32_t)r->cpu};
	row->pid = record_task(r)->tgid;
	record_task_name(r, row->comm);
}

static struct probe_event event;

/* What the probe's own call does is told by this event alone: its filter was not there when that began. */
static void on_probe(struct session *s, const struct record *r)
{
	const struct probe *p = &objtrace.taker.probe;
	const struct probe_argument *a = &p->arguments[0];
	struct object_row row;
	uint64_t object;

	if (taken >= objtrace.most || !record_wanted(r, record_has(r, AT_COMM) ? AT_COMM : -1))
		return;
	generic_read_event(p, &event, r);
	object = event.values[0];
	if ((!filtered && !probe_passes(p, &event)) || !object || object_at(object))
		return;
	objects[taken++].address = object;
	fill(&row, r, object);
	row.function = (uint64_t)record_int(r, AT_FUNCTION);
	row.arguments = OBJECT_TAKEN;
	if (a->from == FROM_ARGUMENT && !a->fetch.noffsets && !p->is_return)
		row.arguments |= 1U << a->number;
	row.before = objtrace.value_at ? event.values[objtrace.value_at] : 0;
	row.caller = caller ? event.values[caller] : (uint64_t)record_int(r, AT_CALLER);
	objtrace_row(s, &row);
}

/* A call with one object, known again at its return */
static struct start_key key_of(const struct record *r, uint64_t frame, uint64_t object)
{
	return (struct start_key){0, frame ^ (uint64_t)record_int(r, CALL_FUNCTION) * 0x9e3779b97f4a7c15 ^ object << 1};
}

static uint32_t arguments_that_are(const struct record *r, uint64_t object)
{
	uint32_t arguments = 0;

	for (unsigned i = 0; i < CALL_ARGS; i++)
		arguments |= (uint64_t)record_int(r, CALL_ARGUMENT + i) == object ? 1U << i : 0;
	return arguments;
}

/* The value by its first argument that is the object */
static uint64_t value_at(const struct record *r, uint32_t arguments)
{
	return probe_finish(&objtrace.value.fetch,
						(uint64_t)record_int(r, CALL_VALUE + (unsigned)__builtin_ctz(arguments)));
}

static void begin(struct session *s, const struct record *r, struct traced *object, uint32_t arguments)
{
	struct object_row row, *start;

	fill(&row, r, object->address);
	row.function = (uint64_t)record_int(r, CALL_FUNCTION);
	row.arguments = arguments;
	row.before = value_at(r, arguments);
	row.caller = (uint64_t)record_int(r, CALL_CALLER);
	row.ended = object->freed = calls_event_frees(row.function, arguments);
	if (!calls_event_returns()) {
		objtrace_row(s, &row);
		return;
	}
	start = starts_add(calls, key_of(r, (uint64_t)record_int(r, CALL_FRAME), object->address));
	if (start)
		*start = row;
	else
		s->lost.map_full++;
}

/* Each object once, at its first argument */
static void on_entry(struct session *s, const struct record *r)
{
	for (unsigned i = 0; i < CALL_ARGS; i++) {
		struct traced *object = object_at((uint64_t)record_int(r, CALL_ARGUMENT + i));
		uint32_t arguments = object && !object->freed ? arguments_that_are(r, object->address) : 0;

		if (arguments && i == (unsigned)__builtin_ctz(arguments))
			begin(s, r, object, arguments);
	}
}

static void on_return(struct session *s, const struct record *r)
{
	uint64_t frame = (uint64_t)record_int(r, CALL_FRAME) - RETURN_ADDRESS;

	for (unsigned i = 0; i < CALL_ARGS; i++) {
		const struct traced *object = object_at((uint64_t)record_int(r, CALL_ARGUMENT + i));
		struct object_row row;

		if (!object || !starts_take(calls, key_of(r, frame, object->address), &row))
			continue;
		row.latency_ns = r->time_ns - row.time_ns;
		row.returned = 1;
		if (!row.ended && object->freed)
			row.ended = 2;
		row.after = row.ended ? 0 : value_at(r, row.arguments);
		objtrace_row(s, &row);
	}
}

/* ---- the recipe ---- */

static const char *probe_fields[AT_CALLER + 2];
static struct ftrace_event events[] = {
	{generic_event.name, probe_fields, on_probe, false, NULL},
	{calls_event_entry.name, calls_event_fields, on_entry, false, NULL},
	{calls_event_return.name, calls_event_return_fields, on_return, true, NULL},
	{0},
};

/* A return's event has the caller anyway; at an entry it is fetched. */
static void fetch_caller(struct probe *p)
{
	struct probe_text text = text_begin("caller", "definition");
	struct probe_argument *a;

	caller = 0;
	if (p->is_return || p->narguments == PROBE_FETCHES)
		return;
	a = probe_new_argument(p, &text);
	if (!a)
		return;
	caller = p->narguments - 1;
	calls_event_caller(a);
}

static int open_ftrace(struct session *s)
{
	int err;

	calls = starts_new(sizeof(struct object_row));
	if (!calls)
		return cannot(s, -ENOMEM, "out of memory");
	fetch_caller(&objtrace.taker.probe);
	generic_name_fields(&objtrace.taker.probe);
	memcpy(probe_fields, generic_event_fields, AT_END * sizeof(*probe_fields));
	probe_fields[AT_CALLER] = objtrace.taker.probe.is_return ? "__probe_ret_ip" : "-";
	err = calls_event_open(s); /* first: probes run in the reverse order, and those of returns hide the caller */
	return err ? err : generic_event_open(s);
}

static int start(struct session *s)
{
	int err = generic_filter_set(s, generic_event.name);

	filtered = err > 0;
	return err < 0 ? err : set_filters(s);
}

/* Objects that were taken together get filters together. */
static void poll_ftrace(struct session *s)
{
	if (filtered_for < taken && set_filters(s))
		warn("%s", s->why.text);
}

static void losses(struct session *s, struct lost *lost)
{
	(void)s;
	lost->missed += generic_event_missed() + calls_event_missed();
	lost->untold = "calls after an object is taken, until the kernel has its address, are not seen";
}

static void close_ftrace(struct session *s)
{
	(void)s;
	generic_event_close();
	calls_event_close();
	starts_free(calls);
	calls = NULL;
}

const struct ftrace_recipe objtrace_ftrace = {
	.leaves_out_self = true,
	.names_tasks = true,
	.events = events,
	.open = open_ftrace,
	.start = start,
	.poll = poll_ftrace,
	.losses = losses,
	.close = close_ftrace,
};
