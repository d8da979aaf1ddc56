// SPDX-License-Identifier: GPL-2.0-or-later
#include "parts.h"

#include <stdlib.h>
#include <string.h>

static void add(struct noise_parts *parts, const struct noise_past *past, uint64_t ns)
{
	size_t i = 0;

	while (i < parts->n && memcmp(&parts->list[i].source, &past->source, sizeof(past->source)) != 0)
		i++;
	if (i == parts->n)
		parts->list[parts->n++] = (struct noise_part){.source = past->source};
	parts->list[i].ns += ns;
	parts->list[i].count++;
}

uint64_t noise_inside(const struct noise_past *past, uint64_t from_ns)
{
	uint64_t since = past->ended_ns > from_ns ? past->ended_ns - from_ns : 0;

	return past->ns < since ? past->ns : since;
}

/* Returns the sum of all. The kernel's tracers write a record a moment after what it measured has ended: what
 * interrupts them in this moment finds no room any more, as it does not belong to it. */
static uint64_t add_all(struct noise_parts *parts, const struct noise_stop *stop)
{
	const struct noise_cpu *c = &stop->record;
	uint64_t n = c->npast < NOISE_PASTS ? c->npast : NOISE_PASTS, sum = 0;

	for (uint64_t i = c->npast - n; i < c->npast; i++) {
		const struct noise_past *past = &c->past[i & (NOISE_PASTS - 1)];
		uint64_t ns = noise_inside(past, stop->from_ns), room = stop->to_ns - stop->from_ns - sum;

		if (past->ended_ns <= stop->from_ns || past->ended_ns > stop->to_ns || !room)
			continue;
		ns = ns < room ? ns : room;
		sum += ns;
		add(parts, past, ns);
	}
	return sum;
}

static int longest_first(const void *a, const void *b)
{
	const struct noise_part *x = a, *y = b;

	return x->ns < y->ns ? 1 : x->ns > y->ns ? -1 : memcmp(&x->source, &y->source, sizeof(x->source));
}

uint64_t noise_stop_ns(const struct noise_stop *stop)
{
	return stop->noise_ns ? stop->noise_ns : stop->to_ns - stop->from_ns;
}

struct noise_parts *noise_parts(const struct noise_stop *stop)
{
	struct noise_parts *parts = calloc(1, sizeof(*parts));
	const struct noise_cpu *c = &stop->record;
	uint64_t sum;

	if (!parts)
		return NULL;
	sum = add_all(parts, stop);
	qsort(parts->list, parts->n, sizeof(parts->list[0]), longest_first);
	parts->whole_ns = noise_stop_ns(stop);
	parts->unexplained_ns = parts->whole_ns > sum ? parts->whole_ns - sum : 0;
	parts->incomplete = c->npast > NOISE_PASTS && c->past[c->npast & (NOISE_PASTS - 1)].ended_ns > stop->from_ns;
	return parts;
}
