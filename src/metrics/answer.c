// SPDX-License-Identifier: GPL-2.0-or-later
#include "answer.h"
#include "answer_marks.h"

#include <string.h>

/* A length of one byte, then so many bytes */
static void add_text(struct bytes *body, const char *text, size_t max)
{
	size_t n = strnlen(text, max);

	bytes_number(body, n, 1);
	bytes_add(body, text, n);
}

void answer_family(struct bytes *body, const struct metric_family *f)
{
	bytes_number(body, MARK_FAMILY, 1);
	bytes_number(body, f->type, 1);
	bytes_number(body, f->unit, 1);
	bytes_number(body, f->nlabels, 1);
	bytes_number(body, f->nedges, 2);
	add_text(body, f->name, METRIC_NAME_MAX - 1);
	add_text(body, f->help, HELP_MAX - 1);
	for (unsigned i = 0; i < f->nlabels; i++)
		add_text(body, f->labels[i], METRIC_NAME_MAX - 1);
	for (unsigned i = 0; i < f->nedges; i++)
		bytes_number(body, f->edges[i], 8);
}

static void add_labels(struct bytes *body, unsigned n, const char *const *values)
{
	for (unsigned i = 0; i < n; i++)
		add_text(body, values[i], LABEL_MAX - 1);
}

void answer_value(struct bytes *body, unsigned nlabels, const char *const *label_values, uint64_t value)
{
	bytes_number(body, MARK_VALUE, 1);
	add_labels(body, nlabels, label_values);
	bytes_number(body, value, 8);
}

static unsigned used_slots(const struct hist *h)
{
	unsigned n = 0;

	for (unsigned i = 0; i < HIST_SLOTS; i++)
		n += h->slots[i] != 0;
	return n;
}

void answer_histogram(struct bytes *body, unsigned nlabels, const char *const *label_values, const struct hist *h)
{
	bytes_number(body, MARK_HISTOGRAM, 1);
	add_labels(body, nlabels, label_values);
	bytes_number(body, h->sum, 8);
	bytes_number(body, used_slots(h), 2);
	for (unsigned i = 0; i < HIST_SLOTS; i++)
		if (h->slots[i]) {
			bytes_number(body, i, 2);
			bytes_number(body, h->slots[i], 8);
		}
}
