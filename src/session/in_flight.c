// SPDX-License-Identifier: GPL-2.0-or-later
#include "in_flight.h"

#include "base/clock.h"

void in_flight_count(const void *data, void *in_flight)
{
	const struct in_flight *f = in_flight;
	uint64_t time = f->time_of(data);

	if (!time || time > f->now) /* not what began after this count: a thread could count for two calls */
		return;
	f->lost->in_flight++;
	if (f->now - time > f->lost->oldest_ns)
		f->lost->oldest_ns = f->now - time;
}

void in_flight_starts(const struct session *s, struct starts *p, uint64_t (*time_of)(const void *data),
					  struct lost *lost)
{
	struct in_flight f = {time_of, s->set->replay ? s->replay_ns : clock_ns(), lost};

	lost->in_flight = lost->oldest_ns = 0; /* in a replay they still have the values of the report before */
	if (p)
		starts_each(p, in_flight_count, &f);
}
