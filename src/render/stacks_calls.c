// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A tree of calls. The line below a function that calls only one other is that one's, without more space before it:
 * stacks are deep, and few of their functions have several callees. So only branches go to the right.
 */
#include "base/escape.h"
#include "base/units.h"
#include "columns.h"
#include "cut.h"
#include "stack_rows.h"
#include "stacks.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHARE 1.0  /* percent; smaller ones are left out */
#define BRANCH 3   /* columns of a line's mark */
#define NUMBERS 19 /* columns before it */
#define NARROW 14  /* columns for a name, at the least */

struct calls {
	const struct session *s;
	const struct stack_tree *t;
	uint64_t least; /* smaller totals are not shown */
	int room;		/* columns; 0: as many as it takes */
	bool utf8;
	char *bars; /* before the names: a letter for each branch above, '|' or ' ' */
	size_t nbars;
};

/* What stands before a name: bars of the branches above, and the mark of its own */
static size_t add_marks(const struct calls *c, char *to, const char *mark)
{
	int room = (c->room - NUMBERS - NARROW) / BRANCH - (*mark != '\0');
	size_t most = !c->room ? c->nbars : room > 1 ? (size_t)room : *mark ? 1 : 2;
	size_t first = c->nbars > most ? c->nbars - most : 0;
	char *at = to;

	for (size_t i = first; i < c->nbars; i++)
		at = stpcpy(at, c->bars[i] == ' ' ? "   " : c->utf8 ? "│  " : "|  ");
	return (size_t)(stpcpy(at, mark) - to);
}

static size_t add_name(char *to, const struct stack_name *name, bool outermost)
{
	size_t n = escape_text(to, ESCAPED_SIZE(STACKS_NAME), name->text, STACKS_NAME);
	char file[ESCAPED_SIZE(STACKS_NAME)];

	escape_text(file, sizeof(file), name->file, STACKS_NAME);
	if (name->kind == FRAME_COMMAND)
		return n + (size_t)sprintf(to + n, "%s", outermost ? "" : " (command)");
	if (name->kind != FRAME_USER)
		n += (size_t)sprintf(to + n, " %s", frame_end(name->kind) + 1);
	if (*file)
		n += (size_t)sprintf(to + n, " (%s)", file);
	return n;
}

static void print_line(const struct calls *c, uint32_t node, const char *mark)
{
	const struct stack_node *one = &c->t->nodes[node];
	size_t room = 2UL * ESCAPED_SIZE(STACKS_NAME) + c->nbars * 5 + 64 + CUT_ROOM, n;
	char *line = malloc(room), value[40];

	if (!line)
		return;
	stack_rows_value(value, sizeof(value), c->s, one->total);
	n = (size_t)sprintf(line, "%6.1f%% %9s  ", stack_rows_percent(one->total, c->t->nodes[0].total), value);
	n += (size_t)(one->depth > 1 ? sprintf(line + n, "  ") : 0);
	n += add_marks(c, line + n, mark);
	n += add_name(line + n, &c->t->names[one->name], one->depth == 1);
	if (c->room)
		n = cut_text(line, n, c->room);
	printf("%.*s\n", (int)n, line);
	free(line);
}

/* ---- order ---- */

static int by_total(const void *a, const void *b, void *tree)
{
	const struct stack_tree *t = tree;
	uint64_t x = t->nodes[*(const uint32_t *)a].total, y = t->nodes[*(const uint32_t *)b].total;

	return x < y ? 1 : x > y ? -1 : 0;
}

/* The callees that are shown, the most first; among equals as they are. The caller frees them. */
static uint32_t *callees(const struct calls *c, uint32_t node, size_t *n)
{
	uint32_t *list = NULL;
	size_t all = 0;

	*n = 0;
	for (uint32_t one = c->t->nodes[node].first; one; one = c->t->nodes[one].next)
		all += c->t->nodes[one].total >= c->least;
	list = all ? malloc(all * sizeof(*list)) : NULL;
	for (uint32_t one = c->t->nodes[node].first; one && list; one = c->t->nodes[one].next)
		if (c->t->nodes[one].total >= c->least)
			list[(*n)++] = one;
	if (list)
		qsort_r(list, *n, sizeof(*list), by_total, (void *)c->t); /* glibc's is stable while there is memory */
	return list;
}

static void print_below(struct calls *c, uint32_t node);

static void print_branches(struct calls *c, const uint32_t *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		bool last = i + 1 == n;

		print_line(c, list[i], last ? c->utf8 ? "└─ " : "`- " : c->utf8 ? "├─ " : "|- ");
		c->bars[c->nbars++] = last ? ' ' : '|';
		print_below(c, list[i]);
		c->nbars--;
	}
}

static void print_below(struct calls *c, uint32_t node)
{
	size_t n = 1;

	while (n == 1) {
		uint32_t *list = callees(c, node, &n);

		if (n == 1) {
			node = list[0];
			print_line(c, node, "");
		} else {
			print_branches(c, list, n);
		}
		free(list);
	}
}

/* ---- the whole ---- */

static void print_heading(const struct calls *c)
{
	char title[40];

	column_title(title, sizeof(title), schema_weight(c->s->schema));
	printf("%7s %9s  FUNCTION\n", "SHARE", title);
}

static void tell_hidden(const struct calls *c, double share)
{
	uint64_t self = 0;
	size_t n = 0;

	for (size_t i = 1; i < c->t->nnodes; i++)
		if (c->t->nodes[i].total < c->least) {
			self += c->t->nodes[i].self;
			n++;
		}
	if (n)
		printf("(%zu calls below %g%% are not shown, in which %.1f%% of all end)\n", n, share,
			   stack_rows_percent(self, c->t->nodes[0].total));
}

void stacks_calls(const struct session *s, const struct stack_tree *t)
{
	double share = s->set->stacks.min_share >= 0 ? s->set->stacks.min_share : SHARE;
	uint64_t least = (uint64_t)((double)t->nodes[0].total * share / 100);
	struct calls c = {.s = s,
					  .t = t,
					  .least = least ? least : 1,
					  .room = terminal_is() ? terminal_width() - 1 : 0,
					  .utf8 = terminal_look(s->set).utf8,
					  .bars = malloc(t->depth + 1)};
	size_t n;
	uint32_t *list = callees(&c, 0, &n);

	print_heading(&c);
	for (size_t i = 0; i < n && c.bars; i++) {
		print_line(&c, list[i], "");
		print_below(&c, list[i]);
	}
	tell_hidden(&c, share);
	free(list);
	free(c.bars);
}
