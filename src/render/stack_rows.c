// SPDX-License-Identifier: GPL-2.0-or-later
#include "stack_rows.h"

#include "base/log.h"
#include "base/units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STACK_TEXT (1 << 20) /* 1,024 frames of the longest kind, twice; most stacks take a thousandth */

const char *stack_rows_text(const struct field *f, const void *row, size_t *n)
{
	static char text[STACK_TEXT];

	*n = (size_t)field_text(text, sizeof(text), f, row);
	return text;
}

uint64_t stack_rows_weight(const struct schema *schema, const void *row)
{
	const struct field *weight = schema_weight(schema);

	return weight ? (uint64_t)field_integer(weight, row) : schema_count(schema, row);
}

/* The frame of FIELD_SELF: the innermost of its name, but not a waker's. NULL: there is none */
static const char *self_of(const struct schema *schema, const void *row, const char *folded, size_t n)
{
	const struct field *self = schema_self(schema);
	struct frames frames = frames_of(folded, n, false);
	char name[FRAME_ROOM];
	size_t length = self ? (size_t)field_text(name, sizeof(name), self, row) : 0, text_n;
	const char *text;
	struct frame f;

	while (length && frames_next(&frames, &text, &text_n) && text != folded) {
		frame_read(&f, text, text_n);
		if (f.kind != FRAME_WAKER && f.function_n == length && !memcmp(f.function, name, length))
			return text;
	}
	return NULL;
}

static int add(struct stack_tree *t, const struct session *s, const void *row, struct stack_rows_lost *lost)
{
	size_t n;
	const char *text = stack_rows_text(schema_stack(s->schema), row, &n);
	const char *self = self_of(s->schema, row, text, n);
	uint64_t weight = stack_rows_weight(s->schema, row);
	int err = self ? stack_tree_add_self(t, text, n, self, weight) : stack_tree_add(t, text, n, weight, 0);

	lost->cut += n + 2UL * FRAME_ROOM >= STACK_TEXT; /* the next frame found no room, or might not have */
	lost->left_out += err == -E2BIG || err == -EOVERFLOW;
	return err == -ENOMEM ? err : 0;
}

struct stack_tree *stack_rows_tree(const struct session *s, const struct tally *rows, bool inverted,
								   struct stack_rows_lost *lost)
{
	const void **sorted = tally_sorted(rows, s->schema->compare);
	size_t n = tally_count(rows);
	struct stack_tree *t = stack_tree_new();
	int err = t && (sorted || !n) ? 0 : -ENOMEM;

	if (t) {
		t->commands = true;
		t->inverted = inverted;
	}
	for (size_t i = 0; i < n && !err; i++)
		err = add(t, s, sorted[i], lost);
	if (!err)
		err = stack_tree_sort(t);
	free(sorted);
	if (!err)
		return t;
	stack_tree_free(t);
	return NULL;
}

void stack_rows_warn(const struct stack_rows_lost *lost)
{
	if (lost->cut)
		warn("%" PRIu64 " stacks are longer than %d bytes: their innermost functions are missing", lost->cut,
			 STACK_TEXT);
	if (lost->left_out)
		warn("%" PRIu64 " stacks are left out: they have more than 4,096 functions, or numbers too large",
			 lost->left_out);
}

bool stack_rows_timed(const struct session *s)
{
	const struct field *counter = schema_weight(s->schema);

	return counter && counter->kind == FIELD_NS;
}

void stack_rows_value(char *to, size_t size, const struct session *s, uint64_t value)
{
	if (stack_rows_timed(s))
		units_ns(to, size, (double)value);
	else
		snprintf(to, size, "%" PRIu64, value);
}

double stack_rows_percent(uint64_t part, uint64_t whole)
{
	return whole ? 100. * (double)part / (double)whole : 0;
}
