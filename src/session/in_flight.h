/* SPDX-License-Identifier: GPL-2.0-or-later */
/* in_flight.h - starts that still wait for their ends when a report is made: how many, and how old the oldest is. */
#pragma once

#include "base/starts.h"
#include "session.h"

struct in_flight {
	uint64_t (*time_of)(const void *data); /* of a start; 0: do not count it */
	uint64_t now;
	struct lost *lost;
};

/* Adds one start to in_flight->lost. */
void in_flight_count(const void *data, void *in_flight);

/* Counts all starts that wait in p, live or in a replay. p may be NULL: then there are none. */
void in_flight_starts(const struct session *s, struct starts *p, uint64_t (*time_of)(const void *data),
					  struct lost *lost);
