// SPDX-License-Identifier: GPL-2.0-or-later
/* The last line of a run, on stderr: how much was counted by what, and what was not. */
#include "../source/source.h"
#include "../units.h"
#include "render.h"

#include <inttypes.h>
#include <stdio.h>

/* Always one line, and in it only what is not nothing */
void render_footer(const struct session *s)
{
	const struct lost *l = &s->lost;
	char n[32], age[32];

	if (s->set->quiet && !l->ring && !l->map_full && !l->missed)
		return;
	units_grouped(n, sizeof(n), session_counted(s));
	fprintf(stderr, "%s %s counted by %s (%s)", n, render_options.unit, s->source->name, s->attach);
	if (l->in_flight) {
		units_ns(age, sizeof(age), (double)l->oldest_ns);
		fprintf(stderr, ", %" PRIu64 " still in flight (oldest %s)", l->in_flight, age);
	}
	if (l->unmatched)
		fprintf(stderr, ", %" PRIu64 " began before tracing", l->unmatched);
	fprintf(stderr, "; lost: ");
	if (!l->ring && !l->map_full && !l->missed)
		fprintf(stderr, "nothing");
	if (l->ring)
		fprintf(stderr, "%" PRIu64 " events (buffer full; see --buffer) ", l->ring);
	if (l->map_full)
		fprintf(stderr, "%" PRIu64 " that found a map full ", l->map_full);
	if (l->missed)
		fprintf(stderr, "%" PRIu64 " that the kernel did not run a probe for", l->missed);
	fputc('\n', stderr);
}
