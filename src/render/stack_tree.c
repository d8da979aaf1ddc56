// SPDX-License-Identifier: GPL-2.0-or-later
#include "stack_tree.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

#define NODES_MAX (1U << 24)
#define FRAMES_MAX 4096

/* Where a name is, and where a parent's child with this name is */
struct known_name {
	UT_hash_handle hh;
	struct stack_name name;
	uint32_t number;
	char text[];
};

struct known_child {
	UT_hash_handle hh;
	struct child_key {
		uint32_t parent, name;
	} key;
	uint32_t node;
};

struct stack_index {
	struct known_name *names, *commands;
	struct known_child *children;
	uint32_t *seen; /* by name: in which stack it was last */
	uint32_t stack;
};

/* Room for one more; arrays have powers of two */
static int grow(void **list, size_t n, size_t size)
{
	void *more;

	if (n & (n - 1))
		return 0;
	more = realloc(*list, (n ? 2 * n : 1) * size);
	if (!more)
		return -ENOMEM;
	*list = more;
	return 0;
}

struct stack_tree *stack_tree_new(void)
{
	struct stack_tree *t = calloc(1, sizeof(*t));

	if (t)
		t->index = calloc(1, sizeof(*t->index));
	if (!t || !t->index || grow((void **)&t->nodes, 0, sizeof(*t->nodes))) {
		stack_tree_free(t);
		return NULL;
	}
	t->nodes[t->nnodes++] = (struct stack_node){0};
	return t;
}

static void free_names(struct known_name *names)
{
	struct known_name *name, *next;

	HASH_ITER (hh, names, name, next) {
		HASH_DEL(names, name);
		free(name);
	}
}

static void free_index(struct stack_index *index)
{
	struct known_child *child, *next_child;

	HASH_ITER (hh, index->children, child, next_child) {
		HASH_DEL(index->children, child);
		free(child);
	}
	free_names(index->names);
	free_names(index->commands);
	free(index->seen);
	free(index);
}

void stack_tree_free(struct stack_tree *t)
{
	if (!t)
		return;
	if (t->index)
		free_index(t->index);
	free(t->nodes);
	free(t->names);
	free(t);
}

/* ---- names ---- */

static int add_name(struct stack_tree *t, struct known_name *known)
{
	struct stack_index *index = t->index;

	if (grow((void **)&index->seen, t->nnames, sizeof(*index->seen)) ||
		grow((void **)&t->names, t->nnames, sizeof(*t->names)))
		return -ENOMEM;
	index->seen[t->nnames] = 0;
	known->number = (uint32_t)t->nnames;
	t->names[t->nnames++] = known->name;
	return 0;
}

/* Copies n bytes and a NUL, and returns what follows them. */
static char *keep(char *to, const char *from, size_t n)
{
	memcpy(to, from, n);
	to[n] = '\0';
	return to + n + 1;
}

/* Room for the key, which is the whole text, and for the function and its file behind it */
static struct known_name *new_name(const char *text, size_t n, bool command)
{
	struct known_name *known = malloc(sizeof(*known) + 2 * n + 2);
	struct frame f = {.function = text, .function_n = n, .file = "", .kind = FRAME_COMMAND};
	char *function, *file;

	if (!known)
		return NULL;
	if (!command)
		frame_read(&f, text, n);
	memcpy(known->text, text, n);
	function = known->text + n;
	file = keep(function, f.function, f.function_n);
	known->name = (struct stack_name){.text = function, .file = "", .kind = f.kind};
	if (f.file_n) {
		keep(file, f.file, f.file_n);
		known->name.file = file;
	}
	return known;
}

/* The same function of another kind or file is another name. A command is never a function. */
static int64_t name_of(struct stack_tree *t, const char *text, size_t n, bool command)
{
	struct known_name **names = command ? &t->index->commands : &t->index->names;
	struct known_name *known;

	HASH_FIND(hh, *names, text, n, known);
	if (known)
		return known->number;
	known = new_name(text, n, command);
	if (!known)
		return -ENOMEM;
	if (add_name(t, known)) {
		free(known);
		return -ENOMEM;
	}
	HASH_ADD_KEYPTR(hh, *names, known->text, n, known);
	return known->number;
}

/* ---- nodes ---- */

static int64_t add_child(struct stack_tree *t, const struct child_key *key)
{
	struct known_child *known;
	uint32_t node = (uint32_t)t->nnodes;

	if (t->nnodes >= NODES_MAX)
		return -E2BIG;
	known = malloc(sizeof(*known));
	if (!known || grow((void **)&t->nodes, t->nnodes, sizeof(*t->nodes))) {
		free(known);
		return -ENOMEM;
	}
	known->key = *key;
	known->node = node;
	HASH_ADD(hh, t->index->children, key, sizeof(known->key), known);
	t->nodes[t->nnodes++] = (struct stack_node){.name = key->name,
												.parent = key->parent,
												.next = t->nodes[key->parent].first,
												.depth = t->nodes[key->parent].depth + 1};
	t->nodes[key->parent].first = node;
	if (t->nodes[node].depth > t->depth)
		t->depth = t->nodes[node].depth;
	return node;
}

static int64_t child_of(struct stack_tree *t, uint32_t parent, uint32_t name)
{
	struct child_key key = {parent, name};
	struct known_child *known;

	HASH_FIND(hh, t->index->children, &key, sizeof(key), known);
	return known ? known->node : add_child(t, &key);
}

/* A function that calls itself is in a stack many times, and counts once. */
static void count_name(struct stack_tree *t, uint32_t name, uint64_t value)
{
	if (t->index->seen[name] == t->index->stack)
		return;
	t->index->seen[name] = t->index->stack;
	t->names[name].total += value;
}

/* value, then: as of the stack */
static int64_t add_frame(struct stack_tree *t, uint32_t parent, uint32_t name, const uint64_t *values)
{
	int64_t node = child_of(t, parent, name);

	if (node < 0)
		return node;
	t->nodes[node].total += values[0];
	t->nodes[node].then += values[1];
	count_name(t, name, values[0]);
	return node;
}

static size_t frames_in(const char *folded, size_t n)
{
	size_t frames = 1;

	for (size_t i = 0; i < n; i++)
		frames += folded[i] == ';';
	return frames;
}

static int add_frames(struct stack_tree *t, const char *folded, size_t n, const char *self, const uint64_t *values)
{
	struct frames frames = frames_of(folded, n, !t->inverted);
	uint32_t counts = 0;
	int64_t node = 0;
	const char *text;
	size_t length;

	while (frames_next(&frames, &text, &length)) {
		int64_t name = name_of(t, text, length, t->commands && text == folded);

		if (name >= 0)
			node = add_frame(t, (uint32_t)node, (uint32_t)name, values);
		if (name < 0 || node < 0)
			return (int)(name < 0 ? name : node);
		if (text == self)
			counts = (uint32_t)name;
	}
	t->nodes[node].self += values[0];
	t->names[counts].self += values[0];
	return 0;
}

static int add_stack(struct stack_tree *t, const char *folded, size_t n, const char *self, const uint64_t values[2])
{
	uint64_t value = values[0], then = values[1];
	int err;

	if (frames_in(folded, n) > FRAMES_MAX || t->nnodes + FRAMES_MAX > NODES_MAX)
		return -E2BIG;
	if (t->nodes[0].total + value < value || t->nodes[0].then + then < then)
		return -EOVERFLOW;
	t->index->stack++;
	err = add_frames(t, folded, n, self, values);
	if (err)
		return err;
	t->nodes[0].total += value;
	t->nodes[0].then += then;
	return 0;
}

int stack_tree_add(struct stack_tree *t, const char *folded, size_t n, uint64_t value, uint64_t then)
{
	const char *stop = memrchr(folded, ';', n);

	return add_stack(t, folded, n, stop ? stop + 1 : folded, (const uint64_t[]){value, then});
}

int stack_tree_add_self(struct stack_tree *t, const char *folded, size_t n, const char *self, uint64_t value)
{
	return add_stack(t, folded, n, self, (const uint64_t[]){value, 0});
}

/* ---- order ---- */

static int by_name(const void *a, const void *b, void *tree)
{
	const struct stack_tree *t = tree;
	const struct stack_name *first = &t->names[t->nodes[*(const uint32_t *)a].name];
	const struct stack_name *second = &t->names[t->nodes[*(const uint32_t *)b].name];
	int order = strcmp(first->text, second->text);

	if (!order)
		order = strcmp(first->file, second->file);
	return order ? order : (int)first->kind - (int)second->kind;
}

static void sort_children(struct stack_tree *t, uint32_t parent, uint32_t *room)
{
	size_t n = 0;

	for (uint32_t node = t->nodes[parent].first; node; node = t->nodes[node].next)
		room[n++] = node;
	if (!n)
		return;
	qsort_r(room, n, sizeof(*room), by_name, t);
	t->nodes[parent].first = room[0];
	for (size_t i = 0; i < n; i++)
		t->nodes[room[i]].next = i + 1 < n ? room[i + 1] : 0;
}

int stack_tree_sort(struct stack_tree *t)
{
	uint32_t *room = malloc(t->nnodes * sizeof(*room));

	if (!room)
		return -ENOMEM;
	for (size_t i = 0; i < t->nnodes; i++)
		sort_children(t, (uint32_t)i, room);
	free(room);
	return 0;
}

const char *stack_tree_text(const struct stack_tree *t, uint32_t node)
{
	return node ? t->names[t->nodes[node].name].text : "all";
}
