// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/escape.h"
#include "stacks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The node after this one, where callers come before what they call; 0: none */
static uint32_t following(const struct stack_tree *t, uint32_t node)
{
	if (t->nodes[node].first)
		return t->nodes[node].first;
	while (node && !t->nodes[node].next)
		node = t->nodes[node].parent;
	return t->nodes[node].next;
}

static void print_frame(const struct session *s, const struct stack_name *name)
{
	char shown[ESCAPED_SIZE(STACKS_NAME)];

	escape_text(shown, sizeof(shown), name->text, STACKS_NAME);
	fputs(shown, stdout);
	if (s->set->stacks.annotations)
		fputs(frame_end(name->kind), stdout);
}

/* Does the kernel's part begin here, below a program's? */
static bool enters_kernel(const struct stack_name *caller, const struct stack_name *name)
{
	return name->kind == FRAME_KERNEL && caller->kind != FRAME_KERNEL && caller->kind != FRAME_COMMAND;
}

/* path: room for the nodes of the deepest stack */
static void print_stack(const struct session *s, const struct stack_tree *t, uint32_t node, uint32_t *path)
{
	uint32_t depth = t->nodes[node].depth;
	uint64_t count = t->nodes[node].self;

	for (uint32_t i = depth; i > 0; i--, node = t->nodes[node].parent)
		path[i - 1] = t->nodes[node].name;
	for (uint32_t i = 0; i < depth; i++) {
		const struct stack_name *name = &t->names[path[i]];

		if (i)
			putchar(';');
		if (i && s->set->stacks.delimited && enters_kernel(&t->names[path[i - 1]], name))
			fputs("-;", stdout);
		print_frame(s, name);
	}
	printf(" %" PRIu64 "\n", count);
}

void stacks_folded(const struct session *s, const struct stack_tree *t)
{
	uint32_t *path = malloc((t->depth + 1) * sizeof(*path));

	for (uint32_t node = t->nodes[0].first; node && path; node = following(t, node))
		if (t->nodes[node].self)
			print_stack(s, t, node, path);
	free(path);
}
