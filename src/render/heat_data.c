// SPDX-License-Identifier: GPL-2.0-or-later
#include "heat_data.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct heat_data *heat_data_new(const struct schema *schema)
{
	struct heat_data *d = calloc(1, sizeof(*d));

	if (d) {
		d->schema = schema;
		d->each = 1;
	}
	return d;
}

static void clear(struct heat_series *s)
{
	free(s->row);
	free(s->cells);
	memset(s, 0, sizeof(*s));
}

void heat_data_free(struct heat_data *d)
{
	for (size_t i = 0; d && i < d->nseries; i++)
		clear(&d->series[i]);
	free(d);
}

/* ---- columns ---- */

static int compare_cells(const void *a, const void *b)
{
	const struct heat_cell *x = a, *y = b;

	if (x->column != y->column)
		return x->column < y->column ? -1 : 1;
	return x->slot < y->slot ? -1 : x->slot > y->slot;
}

static void halve_series(struct heat_series *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		s->cells[i].column /= 2;
	if (s->n)
		qsort(s->cells, s->n, sizeof(*s->cells), compare_cells);
	for (size_t i = 0; i < s->n; i++) {
		if (n && !compare_cells(&s->cells[n - 1], &s->cells[i]))
			s->cells[n - 1].count += s->cells[i].count;
		else
			s->cells[n++] = s->cells[i];
	}
	s->n = n;
}

static void halve(struct heat_data *d)
{
	for (size_t i = 0; i < d->nseries; i++)
		halve_series(&d->series[i]);
	for (size_t i = 0; i < d->ncolumns / 2; i++) {
		d->columns[i].end_ns = d->columns[2 * i + 1].end_ns;
		d->columns[i].elapsed_ns = d->columns[2 * i].elapsed_ns + d->columns[2 * i + 1].elapsed_ns;
	}
	d->ncolumns /= 2;
	d->each *= 2;
}

void heat_data_interval(struct heat_data *d, uint64_t end_ns, uint64_t elapsed_ns)
{
	struct heat_column *c;

	if (d->intervals++ % d->each == 0) {
		if (d->ncolumns == HEAT_COLUMNS)
			halve(d);
		memset(&d->columns[d->ncolumns++], 0, sizeof(*d->columns));
	}
	c = &d->columns[d->ncolumns - 1];
	c->end_ns = end_ns;
	c->elapsed_ns += elapsed_ns;
}

/* ---- rows ---- */

static struct heat_series *least(struct heat_data *d)
{
	struct heat_series *found = d->series;

	for (size_t i = 1; i < d->nseries; i++)
		if (hist_count(&d->series[i].all) < hist_count(&found->all))
			found = &d->series[i];
	return found;
}

static struct heat_series *series_of(struct heat_data *d, const void *row)
{
	struct heat_series *s;

	for (size_t i = 0; i < d->nseries; i++)
		if (!memcmp(d->series[i].row, row, d->schema->key_size))
			return &d->series[i];
	s = d->nseries < HEAT_SERIES ? &d->series[d->nseries] : least(d);
	d->dropped |= s->row != NULL;
	clear(s);
	s->row = malloc(d->schema->row_size);
	if (!s->row)
		return NULL;
	memcpy(s->row, row, d->schema->row_size);
	if (s == &d->series[d->nseries])
		d->nseries++;
	return s;
}

/* Cells of the last column may be there already, if it has several intervals. */
static int add_cell(struct heat_series *s, size_t first, const struct heat_cell *cell)
{
	for (size_t i = first; i < s->n; i++)
		if (!compare_cells(&s->cells[i], cell)) {
			s->cells[i].count += cell->count;
			return 0;
		}
	if (s->n == s->room) {
		size_t room = s->room ? 2 * s->room : 256;
		struct heat_cell *cells = realloc(s->cells, room * sizeof(*cells));

		if (!cells)
			return -ENOMEM;
		s->cells = cells;
		s->room = room;
	}
	s->cells[s->n++] = *cell;
	return 0;
}

int heat_data_row(struct heat_data *d, const void *row)
{
	struct heat_series *s = series_of(d, row);
	struct heat_cell cell = {.column = (uint32_t)d->ncolumns - 1};
	struct hist values;
	size_t first;
	int err = 0;

	if (!s)
		return -ENOMEM;
	d->apart += schema_values(d->schema, row, &values);
	d->counted += hist_count(&values);
	hist_merge(&s->all, &values);
	for (first = s->n; first && s->cells[first - 1].column == cell.column;)
		first--;
	for (cell.slot = 0; cell.slot < HIST_SLOTS && !err; cell.slot++) {
		cell.count = values.slots[cell.slot];
		if (cell.count)
			err = add_cell(s, first, &cell);
	}
	if (s->n > first)
		qsort(s->cells + first, s->n - first, sizeof(*s->cells), compare_cells);
	return err;
}

static int compare_series(const void *a, const void *b)
{
	const struct heat_series *x = a, *y = b;
	uint64_t p = hist_count(&x->all), q = hist_count(&y->all);

	return p != q ? (p < q ? 1 : -1) : 0;
}

static const struct schema *sorted; /* for ties, which stand in the order of the tables */

static int compare(const void *a, const void *b)
{
	const struct heat_series *x = a, *y = b;
	int by = compare_series(a, b);

	return by ? by : -sorted->compare(x->row, y->row);
}

void heat_data_sort(struct heat_data *d)
{
	sorted = d->schema;
	if (d->nseries)
		qsort(d->series, d->nseries, sizeof(*d->series), compare);
}
