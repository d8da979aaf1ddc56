// SPDX-License-Identifier: GPL-2.0-or-later
#include "table.h"

#include "base/units.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell {
	char *text;
	bool left;
};

struct table {
	struct cell *cells;
	size_t n, columns;
	int width[];
};

struct table *table_new(size_t columns)
{
	struct table *t = calloc(1, sizeof(*t) + columns * sizeof(int));

	if (t)
		t->columns = columns;
	return t;
}

void table_free(struct table *t)
{
	for (size_t i = 0; t && i < t->n; i++)
		free(t->cells[i].text);
	free(t ? t->cells : NULL);
	free(t);
}

void table_cell(struct table *t, bool left, const char *format, ...)
{
	struct cell *cells = t->n & (t->n - 1) ? t->cells : reallocarray(t->cells, t->n ? 2 * t->n : 1, sizeof(*cells));
	int *width = &t->width[t->n % t->columns], n;
	char *text = NULL;
	va_list args;

	if (!cells)
		return;
	t->cells = cells;
	va_start(args, format);
	n = vasprintf(&text, format, args);
	va_end(args);
	if (n < 0)
		return;
	cells[t->n++] = (struct cell){text, left};
	n = units_width(text);
	*width = n > *width ? n : *width;
}

static void print_cell(const struct cell *c, int width, bool last)
{
	int padding = width - units_width(c->text);

	if (c->left)
		printf("%s%*s", c->text, last ? 0 : padding, "");
	else
		printf("%*s%s", padding, "", c->text);
	if (!last)
		putchar(' ');
}

void table_print(const struct table *t, int indent)
{
	for (size_t i = 0; i < t->n; i++) {
		size_t column = i % t->columns;
		bool last = column + 1 == t->columns;

		if (!column)
			printf("%*s", indent, "");
		print_cell(&t->cells[i], t->width[column], last);
		if (last)
			putchar('\n');
	}
}
