/* SPDX-License-Identifier: GPL-2.0-or-later */
/* metrics_families.h - the metrics that rows of a schema have: a histogram, or counters. */
#pragma once

#include "metrics/answer.h"
#include "session/session.h"

#define METRICS_FAMILIES 16

struct metrics_family {
	const struct field *field; /* NULL: the number of events */
	struct metric_family family;
	char name[METRIC_NAME_MAX]; /* what follows the name of the section: "_seconds", "_hits", "" */
};

struct metrics_families {
	unsigned n;
	struct metrics_family list[METRICS_FAMILIES];
};

/* Without labels. Maxima, averages and sums that can fall are no counters, and are left out. */
void metrics_families_choose(struct metrics_families *to, const struct session *s);
