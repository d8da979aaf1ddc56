// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of hardirqs: starts and ends from the ring buffer. */
#include "base/starts.h"
#include "source/ftrace/stream.h"
#include "hardirqs.h"

#include <errno.h>
#include <string.h>

enum { IRQ, NAME, RET };
static const char *const line_fields[] = {[IRQ] = "irq", [NAME] = "name", [RET] = "ret", NULL};
static const char *const vector_fields[] = {"vector", NULL};
static const char *const ipi_fields[] = {"reason", NULL};

/* By CPU, of lines and of vectors: the time, and the name that only the entry has */
struct begun {
	uint64_t time;
	char name[HARDIRQ_NAME];
};
static struct starts *starts;
enum { LINE, VECTOR };

static struct begun *begin(struct session *s, const struct record *r, uint64_t what)
{
	struct begun *start = starts_one(starts, (struct start_key){(uint64_t)r->cpu, what});

	if (!start)
		s->lost.map_full++;
	else
		start->time = r->time_ns;
	return start;
}

static void count(struct session *s, const struct record *r, uint64_t what, struct hardirq_key *key, bool named)
{
	struct hardirq_row *row;
	struct begun start;

	if (!starts_take(starts, (struct start_key){(uint64_t)r->cpu, what}, &start))
		return;
	if (hardirqs.by_cpu)
		key->cpu = (uint32_t)r->cpu;
	if (named)
		memcpy(key->name, start.name, sizeof(key->name));
	row = session_total(s, key);
	if (row)
		hist_add(&row->hist, HIST_NS, r->time_ns - start.time);
}

static void entered(struct session *s, const struct record *r)
{
	struct begun *start = begin(s, r, LINE);

	if (!start)
		return;
	memset(start->name, 0, sizeof(start->name));
	record_copy(r, NAME, start->name, sizeof(start->name));
}

static void left(struct session *s, const struct record *r)
{
	struct hardirq_key key = {.irq = (uint32_t)record_int(r, IRQ)};

	if (record_int(r, RET))
		count(s, r, LINE, &key, true);
}

static void vector_entered(struct session *s, const struct record *r)
{
	begin(s, r, VECTOR);
}

static void vector_left(struct session *s, const struct record *r);

#define VECTOR_EVENTS(event)                                                    \
	{"irq_vectors/" event "_entry", vector_fields, vector_entered, true, NULL}, \
	{                                                                           \
		"irq_vectors/" event "_exit", vector_fields, vector_left, true, NULL    \
	}

/* Two for each enum hardirq_vector, in its order */
static const struct ftrace_event events[] = {
	VECTOR_EVENTS("local_timer"),
	VECTOR_EVENTS("reschedule"),
	VECTOR_EVENTS("call_function"),
	VECTOR_EVENTS("call_function_single"),
	VECTOR_EVENTS("irq_work"),
	VECTOR_EVENTS("x86_platform_ipi"),
	VECTOR_EVENTS("error_apic"),
	VECTOR_EVENTS("spurious_apic"),
	VECTOR_EVENTS("threshold_apic"),
	VECTOR_EVENTS("deferred_error_apic"),
	VECTOR_EVENTS("thermal_apic"),
	{"ipi/ipi_entry", ipi_fields, vector_entered, true, NULL},
	{"ipi/ipi_exit", ipi_fields, vector_left, true, NULL},
	{"irq/irq_handler_entry", line_fields, entered, false, NULL},
	{"irq/irq_handler_exit", line_fields, left, false, NULL},
	{0},
};

static void vector_left(struct session *s, const struct record *r)
{
	struct hardirq_key key = {.irq = HARDIRQ_LOCAL_TIMER + (uint32_t)(r->event - events) / 2};

	if (key.irq == HARDIRQ_IPI)
		record_copy(r, 0, key.name, sizeof(key.name));
	count(s, r, VECTOR, &key, false);
}

static int start(struct session *s)
{
	starts = starts_new(sizeof(struct begun));
	return starts ? 0 : cannot(s, -ENOMEM, "out of memory");
}

static void close_ftrace(struct session *s)
{
	(void)s;
	starts_free(starts);
	starts = NULL;
}

const struct ftrace_recipe hardirqs_ftrace = {.events = events, .start = start, .close = close_ftrace};
