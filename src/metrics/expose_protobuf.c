// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Messages of io.prometheus.client (metrics.proto of prometheus/client_model), each after its length. Histograms are
 * native, with nothing beside them, except those of chosen edges.
 */
#include "classic.h"
#include "escaped.h"
#include "expose_parts.h"
#include "native.h"
#include "protobuf.h"

#include <string.h>

#define GAP 2 /* so many empty buckets take less room than a new span */

enum { FAMILY_NAME = 1, FAMILY_HELP, FAMILY_TYPE, FAMILY_METRIC };
enum { METRIC_LABEL = 1, METRIC_GAUGE_FIELD = 2, METRIC_COUNTER_FIELD = 3, METRIC_HISTOGRAM_FIELD = 7 };
enum { LABEL_NAME = 1, LABEL_VALUE };
enum { COUNTER_VALUE = 1, COUNTER_CREATED = 3, GAUGE_VALUE = 1 };
enum {
	HISTOGRAM_COUNT = 1,
	HISTOGRAM_SUM = 2,
	HISTOGRAM_BUCKET = 3,
	HISTOGRAM_SCHEMA = 5,
	HISTOGRAM_ZERO_THRESHOLD = 6,
	HISTOGRAM_ZERO_COUNT = 7,
	HISTOGRAM_SPAN = 12,
	HISTOGRAM_DELTA = 13,
	HISTOGRAM_CREATED = 15,
};
enum { BUCKET_COUNT = 1, BUCKET_EDGE };
enum { SPAN_OFFSET = 1, SPAN_LENGTH };
enum { TIMESTAMP_SECONDS = 1, TIMESTAMP_NANOS };

static void put_message(struct bytes *to, unsigned field, struct bytes *message)
{
	protobuf_bytes(to, field, message->at, message->n);
	to->failed |= message->failed;
	message->n = 0;
}

/* Strings must be UTF-8. */
static void put_text(struct exposition *e, struct bytes *to, unsigned field, const char *text)
{
	struct bytes *clean = &e->labels;

	clean->n = 0;
	expose_escaped(clean, text, PLACE_MESSAGE);
	put_message(to, field, clean);
}

static void put_created(struct exposition *e, unsigned field)
{
	uint64_t ns = e->family->created_ns;

	if (!ns)
		return;
	protobuf_unsigned(&e->part, TIMESTAMP_SECONDS, ns / 1000000000);
	protobuf_unsigned(&e->part, TIMESTAMP_NANOS, ns % 1000000000);
	put_message(&e->value, field, &e->part);
}

/* ---- the family ---- */

void protobuf_head(struct exposition *e)
{
	static const uint64_t types[] = {[METRIC_COUNTER] = 0, [METRIC_GAUGE] = 1, [METRIC_HISTOGRAM] = 4};
	const struct metric_family *f = e->family;
	struct bytes *name = &e->part;

	bytes_add(name, f->name, strlen(f->name));
	if (f->type == METRIC_COUNTER)
		bytes_add(name, "_total", 6);
	put_message(&e->family_message, FAMILY_NAME, name);
	put_text(e, &e->family_message, FAMILY_HELP, f->help);
	protobuf_unsigned(&e->family_message, FAMILY_TYPE, types[f->type]);
}

void protobuf_end(struct exposition *e)
{
	protobuf_varint(&e->out, e->family_message.n);
	bytes_add(&e->out, e->family_message.at, e->family_message.n);
	e->out.failed |= e->family_message.failed;
	e->family_message.n = 0;
}

/* ---- samples ---- */

static void put_labels(struct exposition *e, const char *const *values)
{
	for (unsigned i = 0; i < e->family->nlabels; i++) {
		put_text(e, &e->part, LABEL_NAME, e->family->labels[i]);
		put_text(e, &e->part, LABEL_VALUE, values[i]);
		put_message(&e->metric, METRIC_LABEL, &e->part);
	}
}

static void end_metric(struct exposition *e, unsigned field)
{
	put_message(&e->metric, field, &e->value);
	put_message(&e->family_message, FAMILY_METRIC, &e->metric);
}

static double in_unit(const struct exposition *e, uint64_t value)
{
	return e->family->unit == METRIC_SECONDS ? (double)value / 1e9 : (double)value;
}

void protobuf_value(struct exposition *e, const char *const *label_values, uint64_t value)
{
	bool counter = e->family->type == METRIC_COUNTER;

	put_labels(e, label_values);
	protobuf_double(&e->value, counter ? COUNTER_VALUE : GAUGE_VALUE, in_unit(e, value));
	if (counter)
		put_created(e, COUNTER_CREATED);
	end_metric(e, counter ? METRIC_COUNTER_FIELD : METRIC_GAUGE_FIELD);
}

/* ---- histograms ---- */

/* Empty buckets behind bucket `at` that a new span would leave out; 0 if they are so few that they are written */
static unsigned gap_at(const struct native *n, unsigned at)
{
	unsigned end = at;

	while (end < n->n && !n->counts[end])
		end++;
	return end - at > GAP ? end - at : 0;
}

static void put_span(struct exposition *e, int offset, unsigned length)
{
	protobuf_signed(&e->part, SPAN_OFFSET, offset);
	protobuf_unsigned(&e->part, SPAN_LENGTH, length);
	put_message(&e->value, HISTOGRAM_SPAN, &e->part);
}

/* A span's offset is the distance from the end of the one before, the first one's from 0. A histogram without values
 * has an empty span, for otherwise a server does not know that it is a native one. */
static void put_spans(struct exposition *e, const struct native *n)
{
	int offset = n->first;
	unsigned length = 0;

	for (unsigned i = 0; i < n->n; i++) {
		unsigned gap = gap_at(n, i);

		if (!gap) {
			length++;
			continue;
		}
		put_span(e, offset, length);
		offset = (int)gap;
		length = 0;
		i += gap - 1;
	}
	put_span(e, offset, length);
}

static void put_deltas(struct exposition *e, const struct native *n)
{
	uint64_t before = 0;

	for (unsigned i = 0; i < n->n; i++) {
		unsigned gap = gap_at(n, i);

		if (gap) {
			i += gap - 1;
			continue;
		}
		protobuf_varint(&e->part, protobuf_zigzag((int64_t)(n->counts[i] - before)));
		before = n->counts[i];
	}
	if (e->part.n)
		put_message(&e->value, HISTOGRAM_DELTA, &e->part);
}

static void put_native(struct exposition *e, const struct hist *h)
{
	struct native n;

	native_make(&n, h, e->family->unit == METRIC_SECONDS);
	protobuf_signed(&e->value, HISTOGRAM_SCHEMA, n.schema);
	protobuf_double(&e->value, HISTOGRAM_ZERO_THRESHOLD, n.zero_threshold);
	protobuf_unsigned(&e->value, HISTOGRAM_ZERO_COUNT, n.zero_count);
	put_spans(e, &n);
	put_deltas(e, &n);
}

static void put_classic(struct exposition *e, const struct classic *c)
{
	for (unsigned i = 0; i < c->n; i++) {
		protobuf_unsigned(&e->part, BUCKET_COUNT, c->counts[i]);
		protobuf_double(&e->part, BUCKET_EDGE, c->edges[i]);
		put_message(&e->value, HISTOGRAM_BUCKET, &e->part);
	}
}

void protobuf_histogram(struct exposition *e, const char *const *label_values, const struct hist *h)
{
	struct classic c;

	classic_make(&c, e->family, h);
	put_labels(e, label_values);
	protobuf_unsigned(&e->value, HISTOGRAM_COUNT, c.counts[c.n - 1]);
	protobuf_double(&e->value, HISTOGRAM_SUM, in_unit(e, h->sum));
	if (e->family->nedges)
		put_classic(e, &c);
	else
		put_native(e, h);
	put_created(e, HISTOGRAM_CREATED);
	end_metric(e, METRIC_HISTOGRAM_FIELD);
}
