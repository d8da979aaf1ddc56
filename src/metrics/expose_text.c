// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Prometheus' text 0.0.4 and OpenMetrics 1.0. They differ in where "_total" stands, in units, and in how whole numbers
 * of edges are written.
 */
#include "base/units.h"
#include "classic.h"
#include "escaped.h"
#include "expose_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void put(struct bytes *to, const char *text)
{
	bytes_add(to, text, strlen(text));
}

static void put_number(struct bytes *to, uint64_t value)
{
	char digits[UNITS_WHOLE];

	bytes_add(to, digits, (size_t)units_whole(digits, sizeof(digits), value, false));
}

/* Exact: a decimal number with as many digits as are needed */
static void put_seconds(struct bytes *to, uint64_t ns)
{
	uint64_t rest = ns % 1000000000;
	char digits[12];
	int n = 10;

	put_number(to, ns / 1000000000);
	if (!rest)
		return;
	snprintf(digits, sizeof(digits), ".%09u", (unsigned)rest);
	while (digits[n - 1] == '0')
		n--;
	bytes_add(to, digits, (size_t)n);
}

static void put_amount(struct exposition *e, uint64_t value)
{
	if (e->family->unit == METRIC_SECONDS)
		put_seconds(&e->out, value);
	else
		put_number(&e->out, value);
}

/* Edges are powers of two or whole numbers: 17 digits are more than they have. */
static void add_edge(struct exposition *e, double edge)
{
	char digits[40];

	if (isinf(edge)) {
		bytes_add(&e->edges, "+Inf", 5);
		return;
	}
	snprintf(digits, sizeof(digits), "%.17g", edge);
	put(&e->edges, digits);
	if (e->format == EXPOSE_OPENMETRICS && !strpbrk(digits, ".e"))
		put(&e->edges, ".0");
	bytes_add(&e->edges, "", 1);
}

static void add_edges(struct exposition *e, const struct classic *c)
{
	for (unsigned i = 0; i < c->n; i++)
		add_edge(e, c->edges[i]);
}

/* ---- the family ---- */

static void put_name(struct exposition *e, bool as_sample)
{
	put(&e->out, e->family->name);
	if (e->family->type == METRIC_COUNTER && (as_sample || e->format == EXPOSE_TEXT))
		put(&e->out, "_total");
}

static void put_line(struct exposition *e, const char *key, const char *text, bool escaped)
{
	put(&e->out, "# ");
	put(&e->out, key);
	put(&e->out, " ");
	put_name(e, false);
	put(&e->out, " ");
	if (escaped)
		expose_escaped(&e->out, text, e->format == EXPOSE_OPENMETRICS ? PLACE_QUOTED : PLACE_HELP);
	else
		put(&e->out, text);
	put(&e->out, "\n");
}

void text_head(struct exposition *e)
{
	static const char *const types[] = {"counter", "gauge", "histogram"}, *const units[] = {"", "seconds", "bytes"};

	e->edges.n = 0;
	put_line(e, "HELP", e->family->help, true);
	put_line(e, "TYPE", types[e->family->type], false);
	if (e->format == EXPOSE_OPENMETRICS && e->family->unit != METRIC_PLAIN)
		put_line(e, "UNIT", units[e->family->unit], false);
}

/* ---- samples ---- */

/* The labels of all lines of a sample, into e->labels: a="b",c="d" */
static void make_labels(struct exposition *e, const char *const *values)
{
	struct bytes *to = &e->labels;

	to->n = 0;
	for (unsigned i = 0; i < e->family->nlabels; i++) {
		put(to, i ? "," : "");
		put(to, e->family->labels[i]);
		put(to, "=\"");
		expose_escaped(to, values[i], PLACE_QUOTED);
		put(to, "\"");
	}
}

static void put_labels(struct exposition *e)
{
	if (e->labels.n) {
		put(&e->out, "{");
		bytes_add(&e->out, e->labels.at, e->labels.n);
		put(&e->out, "}");
	}
	put(&e->out, " ");
}

void text_value(struct exposition *e, const char *const *label_values, uint64_t value)
{
	make_labels(e, label_values);
	put_name(e, true);
	put_labels(e);
	put_amount(e, value);
	put(&e->out, "\n");
}

static void put_bucket(struct exposition *e, const char *edge, uint64_t count)
{
	put(&e->out, e->family->name);
	put(&e->out, "_bucket{");
	bytes_add(&e->out, e->labels.at, e->labels.n);
	put(&e->out, e->labels.n ? ",le=\"" : "le=\"");
	put(&e->out, edge);
	put(&e->out, "\"} ");
	put_number(&e->out, count);
	put(&e->out, "\n");
}

void text_histogram(struct exposition *e, const char *const *label_values, const struct hist *h)
{
	struct classic c;
	const char *edge;

	classic_make(&c, e->family, h);
	make_labels(e, label_values);
	if (!e->edges.n) /* once a family: it takes most of the time */
		add_edges(e, &c);
	if (e->edges.failed)
		return;
	edge = (const char *)e->edges.at;
	for (unsigned i = 0; i < c.n; i++, edge += strlen(edge) + 1)
		put_bucket(e, edge, c.counts[i]);
	put(&e->out, e->family->name);
	put(&e->out, "_sum");
	put_labels(e);
	put_amount(e, h->sum);
	put(&e->out, "\n");
	put(&e->out, e->family->name);
	put(&e->out, "_count");
	put_labels(e);
	put_number(&e->out, c.counts[c.n - 1]);
	put(&e->out, "\n");
}
