// SPDX-License-Identifier: GPL-2.0-or-later
#include "latency.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The nearest rank, as in ktally and fio */
static uint64_t percentile(const struct latency *l, unsigned percent)
{
	size_t rank = (l->n * percent + 99) / 100;

	return l->n ? l->ns[rank ? rank - 1 : 0] : 0;
}

void latency_json(struct latency *l)
{
	uint64_t sum = 0;

	qsort(l->ns, l->n, sizeof(*l->ns), compare);
	for (size_t i = 0; i < l->n; i++)
		sum += l->ns[i];
	printf("{\"count\":%zu,\"min\":%" PRIu64 ",\"avg\":%" PRIu64 ",\"max\":%" PRIu64 ",\"p50\":%" PRIu64
		   ",\"p99\":%" PRIu64 "}",
		   l->n, percentile(l, 0), l->n ? sum / l->n : 0, percentile(l, 100), percentile(l, 50), percentile(l, 99));
}
