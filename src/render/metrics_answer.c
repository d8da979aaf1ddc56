// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics_answer.h"

#include "base/log.h"
#include "base/output.h"
#include "session/source.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

static void write_series(struct bytes *body, const struct metrics_family *m, const struct schema *schema,
						 const struct series *series)
{
	const char *values[METRIC_LABELS], *at = series->values;
	struct hist h;

	for (unsigned i = 0; i < m->family.nlabels; i++, at += strlen(at) + 1)
		values[i] = at;
	if (m->family.type == METRIC_HISTOGRAM) {
		schema_values(schema, series->row, &h);
		answer_histogram(body, m->family.nlabels, values, &h);
	} else {
		answer_value(body, m->family.nlabels, values,
					 m->field ? (uint64_t)field_integer(m->field, series->row) : series->events);
	}
}

static void write_family(struct session *s, struct metrics_family *m)
{
	struct metrics_state *st = s->render_state;

	m->family.nlabels = st->labels.n;
	for (unsigned i = 0; i < st->labels.n; i++)
		m->family.labels[i] = st->labels.names[i];
	answer_family(&st->body, &m->family);
	for (const struct series *e = series_first(st->series); e; e = e->next)
		write_series(&st->body, m, s->schema, e);
}

static void write_body(struct session *s)
{
	struct metrics_state *st = s->render_state;

	st->body.n = 0;
	for (unsigned i = 0; i < st->families.n; i++)
		write_family(s, &st->families.list[i]);
}

static uint64_t cpu_ns(void)
{
	struct timespec t = {0};

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static struct answer_head make_head(struct session *s)
{
	const struct metrics_state *st = s->render_state;
	struct answer_head h = {.body = st->body.n,
							.created_ns = st->created_ns,
							.cpu_ns = cpu_ns(),
							.ring = s->lost.ring,
							.map_full = s->lost.map_full,
							.missed = s->lost.missed,
							.unmatched = s->lost.unmatched,
							.in_flight = s->lost.in_flight,
							.untold = s->lost.untold != NULL,
							.dropped = series_dropped(st->series)};
	struct cost cost;

	snprintf(h.backend, sizeof(h.backend), "%s", s->backend_name);
	snprintf(h.attach, sizeof(h.attach), "%s", s->attach ? s->attach : "");
	if (s->set->stats && s->source->cost && !s->source->cost(s, &cost)) {
		h.costed = 1;
		h.runs = cost.runs;
		h.run_ns = cost.run_ns;
	}
	return h;
}

/* The HTTP process may be slow, but not for longer than the socket's time to send. Then the answer has no end, which
 * the reader notices, and the session goes on. */
static bool send_part(uint32_t number, uint32_t at, const void *from, size_t n)
{
	unsigned char packet[sizeof(struct answer_part) + ANSWER_PACKET];
	struct answer_part part = {number, at};

	memcpy(packet, &part, sizeof(part));
	memcpy(packet + sizeof(part), from, n);
	return send(output_descriptor(), packet, sizeof(part) + n, MSG_NOSIGNAL) == (ssize_t)(sizeof(part) + n);
}

int metrics_answer(struct session *s, uint32_t number)
{
	const struct metrics_state *st = s->render_state;
	struct answer_head head;
	bool sent;

	write_body(s);
	if (st->body.failed || st->body.n > ANSWER_BODY_MAX)
		return fail(-ENOMEM, "an answer does not fit into memory");
	head = make_head(s);
	sent = send_part(number, ANSWER_HEAD, &head, sizeof(head));
	for (size_t at = 0, n; sent && at < st->body.n; at += n) {
		n = st->body.n - at < ANSWER_PACKET ? st->body.n - at : ANSWER_PACKET;
		sent = send_part(number, (uint32_t)at, st->body.at + at, n);
	}
	return 0;
}
