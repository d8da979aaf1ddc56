// SPDX-License-Identifier: GPL-2.0-or-later
#include "tools/interrupts/names.h"
#include "tracer.h"

#include <string.h>

enum { DURATION, ID, NAME };
const char *const noise_nmi_fields[] = {[DURATION] = "duration", NULL};
const char *const noise_irq_fields[] = {[DURATION] = "duration", [ID] = "vector", [NAME] = "desc", NULL};
const char *const noise_softirq_fields[] = {[DURATION] = "duration", [ID] = "vector", NULL};
const char *const noise_thread_fields[] = {[DURATION] = "duration", [ID] = "pid", [NAME] = "comm", NULL};

/* What has no line is told by the machine's vector and the name of its tracepoints: that has a number of its own. */
static void identify_irq(struct noise_source *source)
{
	for (uint32_t vector = HARDIRQ_LOCAL_TIMER; vector < HARDIRQ_IPI; vector++) {
		if (strncmp(source->name, interrupt_vector(vector), sizeof(source->name)) != 0)
			continue;
		*source = (struct noise_source){.class = NOISE_IRQ, .id = vector};
		return;
	}
}

static uint32_t class_of(const struct record *r)
{
	const char *const *const fields[] = {[NOISE_NMI] = noise_nmi_fields,
										 [NOISE_IRQ] = noise_irq_fields,
										 [NOISE_SOFTIRQ] = noise_softirq_fields,
										 [NOISE_THREAD] = noise_thread_fields};
	uint32_t class = 0;

	while (class < NOISE_THREAD && fields[class] != r->event->fields)
		class ++;
	return class;
}

bool noise_interruption(struct session *s, struct noise_interruption *to, const struct record *r)
{
	struct noise_cpu *c = noise_record(s, r);
	struct noise_source *source = &to->source;

	memset(to, 0, sizeof(*to));
	source->class = class_of(r);
	if (source->class != NOISE_NMI)
		source->id = (uint32_t)record_int(r, ID);
	if (!c || (source->class == NOISE_THREAD && !source->id))
		return false;
	if (source->class == NOISE_IRQ || source->class == NOISE_THREAD)
		record_copy(r, NAME, source->name, sizeof(source->name));
	if (source->class == NOISE_IRQ)
		identify_irq(source);
	to->ns = (uint64_t)record_int(r, DURATION);
	c->past[c->npast++ & (NOISE_PASTS - 1)] = (struct noise_past){r->time_ns, to->ns, *source};
	return true;
}
