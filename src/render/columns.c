// SPDX-License-Identifier: GPL-2.0-or-later
#include "columns.h"

#include "heading.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NARROWEST 6 /* columns of a name that is narrowed */

size_t column_title(char *to, size_t size, const struct field *f)
{
	int n = snprintf(to, size, "%s", f->title ? f->title : f->name);

	for (char *c = to; !f->title && *c; c++)
		*c = (char)toupper((unsigned char)*c);
	return n < (int)size ? (size_t)n : size - 1;
}

bool column_goes_on(const struct column *c)
{
	return c->last && c->width <= 0;
}

static int larger(int a, int b)
{
	return a > b ? a : b;
}

static int title_width(const struct field *f)
{
	return (int)strlen(f->title ? f->title : f->name);
}

/* How narrow it may become. Part of a number is another number, so only the padding of numbers becomes less. */
static int least(const struct column *c)
{
	const struct field *f = c->field;
	int width = abs(f->width), narrowest = f->least ? f->least : f->kind == FIELD_CHARS ? NARROWEST : width;

	narrowest = larger(narrowest, title_width(f));
	return width < narrowest ? width : narrowest;
}

/* As wide as `width`, with the space behind it */
static int taken(const struct column *c, int width)
{
	if (!c->width || (column_goes_on(c) && width > COLUMNS_REST))
		return COLUMNS_REST;
	return larger(width, title_width(c->field)) + !c->last;
}

static int total(const struct columns *c, bool narrowest)
{
	int sum = 0;

	for (const struct column *one = c->list; one < c->list + c->n; one++)
		if (!one->left_out)
			sum += taken(one, narrowest && !column_goes_on(one) ? least(one) : abs(one->width));
	return sum;
}

static struct column *widest(struct columns *c)
{
	struct column *found = NULL;

	for (struct column *one = c->list; one < c->list + c->n; one++)
		if (!column_goes_on(one) && abs(one->width) > least(one) && (!found || abs(one->width) > abs(found->width)))
			found = one;
	return found;
}

/* The shown column that is to be left out first, or of those left out the one to be put back first */
static struct column *by_importance(struct columns *c, bool left_out)
{
	struct column *found = NULL;

	for (struct column *one = c->list; one < c->list + c->n; one++)
		if (one->left_out == left_out && one->field->spare && !one->tried &&
			(!found || (one->field->spare < found->field->spare) != left_out))
			found = one;
	return found;
}

static void mark_last(struct columns *c)
{
	struct column *last = NULL;

	for (struct column *one = c->list; one < c->list + c->n; one++) {
		one->last = false;
		last = one->left_out ? last : one;
	}
	if (last)
		last->last = true;
}

static void find(struct columns *c, const struct session *s)
{
	*c = (struct columns){.n = 0};
	for (size_t i = 0; i < s->schema->nfields && c->n < COLUMNS_MAX; i++) {
		const struct field *f = &s->schema->fields[i];

		if (field_shown(s, f) && !(f->flags & FIELD_LINES))
			c->list[c->n++] = (struct column){.field = f, .width = f->width};
	}
	mark_last(c);
}

static void leave_out(struct columns *c, struct column *one, bool left_out)
{
	one->left_out = left_out;
	mark_last(c);
}

/* As few columns as possible go; where a wide one had to, there may be room again for one that went before it. */
static void choose(struct columns *c, int room)
{
	struct column *one;

	while (total(c, true) > room && (one = by_importance(c, false)))
		leave_out(c, one, true);
	while ((one = by_importance(c, true))) {
		leave_out(c, one, false);
		if (total(c, true) > room)
			leave_out(c, one, true);
		one->tried = true;
	}
}

/* Moves the columns that are shown together, and notes the names of the others. */
static void collect(struct columns *c)
{
	size_t all = c->n, length = 0;

	c->n = 0;
	for (size_t i = 0; i < all; i++) {
		const struct column *one = &c->list[i];

		if (!one->left_out) {
			c->list[c->n++] = *one;
			continue;
		}
		if (length && length + 3 < sizeof(c->left_out))
			length += (size_t)sprintf(c->left_out + length, ", ");
		length += column_title(c->left_out + length, sizeof(c->left_out) - length, one->field);
	}
}

void columns_fit(struct columns *c, const struct session *s, int room)
{
	struct column *one;

	find(c, s);
	if (!room)
		return;
	choose(c, room);
	collect(c);
	for (int sum = total(c, false); sum > room && (one = widest(c)); sum--) {
		one->width += one->width < 0 ? 1 : -1;
		one->narrowed = true;
	}
	for (one = c->list; one < c->list + c->n; one++)
		if (one->field->kind == FIELD_TEXT && one->field->least && !column_goes_on(one))
			one->narrowed = true;
}
