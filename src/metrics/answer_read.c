// SPDX-License-Identifier: GPL-2.0-or-later
#include "answer.h"
#include "answer_marks.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct reader {
	const unsigned char *at;
	size_t left;
	bool bad;
	struct metric_family family; /* name NULL: none yet */
	char name[2 * METRIC_NAME_MAX], help[HELP_MAX], labels[METRIC_LABELS][METRIC_NAME_MAX];
	uint64_t edges[ANSWER_EDGES];
	char values[METRIC_LABELS][LABEL_MAX];
	const char *value_at[METRIC_LABELS];
};

static const void *take(struct reader *r, size_t n)
{
	const void *at = r->at;

	r->bad |= n > r->left;
	if (r->bad)
		return NULL;
	r->at += n;
	r->left -= n;
	return at;
}

static uint64_t take_number(struct reader *r, size_t size)
{
	const void *at = take(r, size);

	return at ? bytes_get(at, size) : 0;
}

/* A text that is too long for `to`, or has a NUL, is a mistake. */
static void take_text(struct reader *r, char *to, size_t room)
{
	size_t n = take_number(r, 1);
	const void *at = take(r, n);

	r->bad |= !at || n >= room || memchr(at, '\0', n);
	if (r->bad)
		return;
	memcpy(to, at, n);
	to[n] = '\0';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Part of a metric's name, which may be empty; a label's name if it begins with a letter */
static bool is_name(const char *text, bool whole)
{
	if (whole && !is_letter(*text))
		return false;
	for (; *text; text++)
		if (!is_letter(*text) && !(*text >= '0' && *text <= '9'))
			return false;
	return true;
}

static void take_labels(struct reader *r)
{
	for (unsigned i = 0; i < r->family.nlabels && !r->bad; i++) {
		take_text(r, r->labels[i], sizeof(r->labels[i]));
		r->bad |= r->bad || !is_name(r->labels[i], true);
		r->family.labels[i] = r->labels[i];
	}
}

static void take_edges(struct reader *r)
{
	for (unsigned i = 0; i < r->family.nedges && !r->bad; i++) {
		r->edges[i] = take_number(r, 8);
		r->bad |= !r->edges[i] || (i && r->edges[i] <= r->edges[i - 1]);
	}
	r->family.edges = r->edges;
}

static void take_family(struct reader *r, const char *before, struct exposition *e)
{
	struct metric_family *f = &r->family;
	char name[METRIC_NAME_MAX];

	f->type = take_number(r, 1);
	f->unit = take_number(r, 1);
	f->nlabels = (unsigned)take_number(r, 1);
	f->nedges = (unsigned)take_number(r, 2);
	r->bad |= f->type > METRIC_HISTOGRAM || f->unit > METRIC_BYTES || f->nlabels > METRIC_LABELS ||
			  f->nedges > ANSWER_EDGES - 2 || (f->nedges && f->type != METRIC_HISTOGRAM);
	take_text(r, name, sizeof(name));
	take_text(r, r->help, sizeof(r->help));
	if (!r->bad) {
		take_labels(r);
		take_edges(r);
	}
	if (r->bad || !is_name(name, false)) {
		r->bad = true;
		return;
	}
	snprintf(r->name, sizeof(r->name), "%s%s", before, name);
	f->name = r->name;
	f->help = r->help;
	expose_family(e, f);
}

static void take_values(struct reader *r)
{
	for (unsigned i = 0; i < r->family.nlabels && !r->bad; i++) {
		take_text(r, r->values[i], sizeof(r->values[i]));
		r->value_at[i] = r->values[i];
	}
}

static void take_value(struct reader *r, struct exposition *e)
{
	uint64_t value;

	take_values(r);
	value = take_number(r, 8);
	r->bad |= !r->family.name || r->family.type == METRIC_HISTOGRAM;
	if (!r->bad)
		expose_value(e, r->value_at, value);
}

static void take_slots(struct reader *r, struct hist *h)
{
	size_t n = take_number(r, 2);

	for (; n && !r->bad; n--) {
		size_t slot = take_number(r, 2);
		uint64_t count = take_number(r, 8);

		r->bad |= slot >= HIST_SLOTS;
		if (!r->bad)
			h->slots[slot] = count;
	}
}

static void take_histogram(struct reader *r, struct exposition *e)
{
	struct hist h = {0};

	take_values(r);
	h.sum = take_number(r, 8);
	take_slots(r, &h);
	r->bad |= !r->family.name || r->family.type != METRIC_HISTOGRAM;
	if (!r->bad)
		expose_histogram(e, r->value_at, &h);
}

int answer_expose(const void *body, size_t n, const char *before, uint64_t created_ns, struct exposition *e)
{
	struct reader r = {.at = body, .left = n, .family = {.created_ns = created_ns}};

	while (r.left && !r.bad)
		switch (take_number(&r, 1)) {
		case MARK_FAMILY:
			take_family(&r, before, e);
			break;
		case MARK_VALUE:
			take_value(&r, e);
			break;
		case MARK_HISTOGRAM:
			take_histogram(&r, e);
			break;
		default:
			r.bad = true;
		}
	return r.bad ? -EINVAL : 0;
}
