// SPDX-License-Identifier: GPL-2.0-or-later
/* Totals by stack: as a table of functions, a tree of calls, or folded. */
#include "stacks.h"

#include "base/log.h"
#include "base/units.h"
#include "heading.h"
#include "renderers.h"
#include "stack_rows.h"
#include "terminal.h"

#include <errno.h>
#include <stdio.h>

static struct stack_rows_lost lost;

static int begin(struct session *s)
{
	units_ascii(!terminal_look(s->set).utf8);
	if (!s->set->stacks.tree && !s->set->stacks.folded)
		stacks_functions_begin(s);
	return 0;
}

/* Who reads folded stacks wants nothing else, but leaves out lines that begin with '#' and empty ones. */
static void folded(struct session *s, const struct interval *iv, const struct stack_tree *t)
{
	char time[32];

	if (s->set->timestamp) {
		units_clock(time, sizeof(time), iv->end_ns);
		printf("# %s\n", time);
	}
	stacks_folded(s, t);
	if (s->set->interval_ns)
		putchar('\n');
}

static void interval(struct session *s, const struct interval *iv)
{
	bool tree = s->set->stacks.tree;
	struct stack_tree *t = stack_rows_tree(s, iv->rows, tree && s->set->stacks.reverse, &lost);

	if (!t) {
		fail(-ENOMEM, "out of memory");
		s->stop = true;
		return;
	}
	if (s->set->stacks.folded) {
		folded(s, iv, t);
	} else {
		heading_time(s, iv);
		(tree ? stacks_calls : stacks_functions)(s, t);
		if (!t->nodes[0].total)
			heading_nothing(s);
		putchar('\n');
	}
	stack_tree_free(t);
}

static void end(struct session *s)
{
	(void)s;
	stack_rows_warn(&lost);
}

const struct renderer render_stacks = {.name = "stacks", .begin = begin, .interval = interval, .end = end};
