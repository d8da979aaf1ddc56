// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of softirqs: starts and ends from the ring buffer. */
#include "base/starts.h"
#include "source/ftrace/stream.h"
#include "softirqs.h"

#include <errno.h>

enum { VECTOR };
static const char *const vector_fields[] = {[VECTOR] = "vec", NULL};

static struct starts *starts; /* a time, by CPU and vector: a CPU runs one softirq at a time, and raises its own */

static struct start_key key_of(const struct record *r)
{
	return (struct start_key){(uint64_t)r->cpu, (uint64_t)record_int(r, VECTOR)};
}

/* It is pending until it runs: raised once more, it waits since the first time. */
static void begin(struct session *s, const struct record *r)
{
	uint64_t *start = starts_one(starts, key_of(r));

	if (!start)
		s->lost.map_full++;
	else if (!*start || !softirqs.waits)
		*start = r->time_ns;
}

/* A start that is not there was before tracing. */
static void end(struct session *s, const struct record *r)
{
	struct softirq_key key = {.vector = (uint32_t)record_int(r, VECTOR), .cpu = softirqs.by_cpu ? (uint32_t)r->cpu : 0};
	struct softirq_row *row;
	uint64_t start;

	if (!starts_take(starts, key_of(r), &start))
		return;
	row = session_total(s, &key);
	if (row)
		hist_add(&row->hist, HIST_NS, r->time_ns - start);
}

static void entered(struct session *s, const struct record *r)
{
	if (softirqs.waits)
		end(s, r);
	else
		begin(s, r);
}

static bool waits(struct session *s)
{
	(void)s;
	return softirqs.waits;
}

static bool runs(struct session *s)
{
	(void)s;
	return !softirqs.waits;
}

static const struct ftrace_event events[] = {
	{"irq/softirq_raise", vector_fields, begin, false, waits},
	{"irq/softirq_entry", vector_fields, entered, false, NULL},
	{"irq/softirq_exit", vector_fields, end, false, runs},
	{0},
};

static int start(struct session *s)
{
	starts = starts_new(sizeof(uint64_t));
	return starts ? 0 : cannot(s, -ENOMEM, "out of memory");
}

static void close_ftrace(struct session *s)
{
	(void)s;
	starts_free(starts);
	starts = NULL;
}

const struct ftrace_recipe softirqs_ftrace = {.events = events, .start = start, .close = close_ftrace};
