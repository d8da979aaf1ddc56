// SPDX-License-Identifier: GPL-2.0-or-later
/* The tree of stacks: its numbers are what counting each stack's beginnings by hand gives. */
#include "render/stack_tree.h"
#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(struct stack_tree *t, const char *folded, uint64_t value, uint64_t then)
{
	assert_int_equal(stack_tree_add(t, folded, strlen(folded), value, then), 0);
}

/* "name self total" of each node below `node`, depth first */
static void print(const struct stack_tree *t, uint32_t node, char *to)
{
	const struct stack_node *n = &t->nodes[node];

	sprintf(to + strlen(to), "%*s%s %u %u %u\n", (int)n->depth, "", stack_tree_text(t, node), (unsigned)n->self,
			(unsigned)n->total, (unsigned)n->then);
	for (uint32_t child = n->first; child; child = t->nodes[child].next)
		print(t, child, to);
}

static const struct stack_name *name_of(const struct stack_tree *t, const char *text, enum frame_kind kind)
{
	for (size_t i = 0; i < t->nnames; i++)
		if (!strcmp(t->names[i].text, text) && t->names[i].kind == kind)
			return &t->names[i];
	return NULL;
}

static void a_small_tree(void **state)
{
	struct stack_tree *t = stack_tree_new();
	char text[1000] = "";

	(void)state;
	add(t, "b;x", 3, 1);
	add(t, "a;x;x;y", 4, 0);
	add(t, "b", 2, 0);
	add(t, "b;x_[k]", 1, 0);
	add(t, "", 1, 0);
	add(t, "a;;", 1, 5);
	assert_int_equal(stack_tree_sort(t), 0);
	print(t, 0, text);
	assert_string_equal(text, "all 0 12 6\n"
							  "  1 1 0\n"
							  " a 0 5 5\n"
							  "   0 1 5\n"
							  "    1 1 5\n"
							  "  x 0 4 0\n"
							  "   x 0 4 0\n"
							  "    y 4 4 0\n"
							  " b 2 6 1\n"
							  "  x 3 3 1\n"
							  "  x 1 1 0\n");
	assert_int_equal(t->depth, 4);
	assert_int_equal(name_of(t, "x", FRAME_USER)->total, 7); /* twice in one stack counts once */
	assert_int_equal(name_of(t, "x", FRAME_USER)->self, 3);
	assert_int_equal(name_of(t, "x", FRAME_KERNEL)->self, 1);
	stack_tree_free(t);
}

static void kinds(void **state)
{
	static const char *const ends[] = {"f_[k]", "f_[j]", "f_[i]", "f_[w]"};
	struct stack_tree *t = stack_tree_new();

	(void)state;
	for (size_t i = 0; i < ELEMENTS(ends); i++) {
		add(t, ends[i], 1, 0);
		assert_int_equal(t->names[i].kind, FRAME_KERNEL + i);
		assert_string_equal(t->names[i].text, "f");
	}
	add(t, "f_[x];_[k];f_[k", 1, 0);
	assert_non_null(name_of(t, "f_[x]", FRAME_USER));
	assert_non_null(name_of(t, "_[k]", FRAME_USER)); /* an end of nothing */
	assert_non_null(name_of(t, "f_[k", FRAME_USER));
	stack_tree_free(t);
}

static void files_and_commands(void **state)
{
	struct stack_tree *t = stack_tree_new();
	char text[1000] = "";

	(void)state;
	t->commands = true;
	add(t,
		"read;read\x1flibc.so.6;read\x1f"
		"ext4_[k]",
		5, 0);
	add(t, "read;read\x1flibm.so.6", 2, 0);
	add(t, "read;read", 1, 0);
	add(t, "read", 1, 0);
	assert_int_equal(stack_tree_sort(t), 0);
	print(t, 0, text);
	assert_string_equal(text, "all 0 9 0\n"
							  " read 1 9 0\n"
							  "  read 1 1 0\n"
							  "  read 0 5 0\n"
							  "   read 5 5 0\n"
							  "  read 2 2 0\n");
	assert_int_equal(t->nnames, 5);
	assert_int_equal(t->names[0].kind, FRAME_COMMAND);
	assert_int_equal(t->names[0].total, 9); /* not with the functions of its name */
	assert_string_equal(t->names[1].file, "libc.so.6");
	assert_string_equal(t->names[2].file, "ext4");
	assert_int_equal(t->names[2].kind, FRAME_KERNEL);
	assert_string_equal(t->names[2].text, "read");
	assert_string_equal(t->names[4].file, "");
	stack_tree_free(t);
}

static void inverted(void **state)
{
	struct stack_tree *t = stack_tree_new();
	char text[1000] = "";

	(void)state;
	t->commands = t->inverted = true;
	add(t, "app;main;read", 3, 0);
	add(t, "app;read", 4, 0);
	add(t, "app", 1, 0);
	assert_int_equal(stack_tree_sort(t), 0);
	print(t, 0, text);
	assert_string_equal(text, "all 0 8 0\n"
							  " app 1 1 0\n"
							  " read 0 7 0\n"
							  "  app 4 4 0\n"
							  "  main 0 3 0\n"
							  "   app 3 3 0\n");
	assert_int_equal(name_of(t, "read", FRAME_USER)->self, 7); /* as it is whichever way the tree grows */
	assert_int_equal(name_of(t, "app", FRAME_COMMAND)->self, 1);
	assert_int_equal(name_of(t, "app", FRAME_COMMAND)->total, 8);
	stack_tree_free(t);
}

static void another_self(void **state)
{
	static const char folded[] = "app;read;wait_[k];schedule_[k];--_[w];wait_[w]";
	struct stack_tree *t = stack_tree_new();
	char text[1000] = "";

	(void)state;
	t->commands = true;
	assert_int_equal(stack_tree_add_self(t, folded, strlen(folded), strstr(folded, "wait_[k]"), 5), 0);
	add(t, "app;read", 2, 0);
	assert_int_equal(stack_tree_sort(t), 0);
	print(t, 0, text);
	assert_string_equal(text, "all 0 7 0\n"
							  " app 0 7 0\n"
							  "  read 2 7 0\n"
							  "   wait 0 5 0\n"
							  "    schedule 0 5 0\n"
							  "     -- 0 5 0\n"
							  "      wait 5 5 0\n"); /* pictures have the whole stack */
	assert_int_equal(name_of(t, "wait", FRAME_KERNEL)->self, 5);
	assert_int_equal(name_of(t, "wait", FRAME_WAKER)->self, 0);
	assert_int_equal(name_of(t, "wait", FRAME_WAKER)->total, 5);
	assert_int_equal(name_of(t, "read", FRAME_USER)->self, 2);
	stack_tree_free(t);
}

/* How often stacks with this beginning were added */
static uint64_t sum_of(char stacks[][24], const uint64_t *values, size_t n, const char *path)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		if (!strncmp(stacks[i], path, strlen(path)) && strchr(";", stacks[i][strlen(path)]))
			sum += values[i];
	return sum;
}

static void path_of(const struct stack_tree *t, uint32_t node, char *to)
{
	if (t->nodes[node].parent)
		path_of(t, t->nodes[node].parent, to);
	sprintf(to + strlen(to), "%s%s", *to ? ";" : "", stack_tree_text(t, node));
}

static void random_trees(void **state)
{
	static char stacks[3000][24];
	static uint64_t values[3000];
	struct stack_tree *t = stack_tree_new();
	uint64_t seed = 3;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(stacks); i++) {
		size_t frames = 1 + random_next(&seed) % 5;

		for (size_t f = 0; f < frames; f++)
			sprintf(stacks[i] + strlen(stacks[i]), "%sf%d", f ? ";" : "", (int)(random_next(&seed) % 9));
		values[i] = random_next(&seed) % 100;
		add(t, stacks[i], values[i], 0);
	}
	assert_int_equal(stack_tree_sort(t), 0);
	for (uint32_t node = 1; node < t->nnodes; node++) {
		uint32_t next = t->nodes[node].next;
		char path[64] = "";

		path_of(t, node, path);
		assert_int_equal(t->nodes[node].total, sum_of(stacks, values, ELEMENTS(stacks), path));
		assert_true(t->nodes[node].parent < node); /* which the pictures rely on */
		assert_true(!next || strcmp(stack_tree_text(t, node), stack_tree_text(t, next)) < 0);
	}
	stack_tree_free(t);
}

static void limits(void **state)
{
	struct stack_tree *t = stack_tree_new();
	char deep[2 * 4097];

	(void)state;
	memset(deep, ';', sizeof(deep));
	assert_int_equal(stack_tree_add(t, deep, 4096, 1, 0), -E2BIG);
	assert_int_equal(stack_tree_add(t, deep, 4095, 1, 0), 0);
	assert_int_equal(t->depth, 4096);
	assert_int_equal(t->nodes[0].total, 1);
	assert_int_equal(stack_tree_add(t, "a", 1, UINT64_MAX, 0), -EOVERFLOW);
	assert_int_equal(stack_tree_add(t, "a", 1, UINT64_MAX - 1, 0), 0);
	stack_tree_free(t);
	stack_tree_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_small_tree), cmocka_unit_test(kinds),	cmocka_unit_test(files_and_commands),
		cmocka_unit_test(another_self), cmocka_unit_test(inverted), cmocka_unit_test(random_trees),
		cmocka_unit_test(limits),
	};

	return RUN(tests);
}
