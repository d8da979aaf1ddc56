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
	uint32_t name;
	enum frame_kind kind;
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
	struct known_name *names;
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

static void free_index(struct stack_index *index)
{
	struct known_name *name, *next_name;
	struct known_child *child, *next_child;

	HASH_ITER (hh, index->children, child, next_child) {
		HASH_DEL(index->children, child);
		free(child);
	}
	HASH_ITER (hh, index->names, name, next_name) {
		HASH_DEL(index->names, name);
		free(name);
	}
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

static enum frame_kind take_kind(const char *text, size_t *n)
{
	static const char letters[] = {[FRAME_USER] = '\0', 'k', 'j', 'i', 'w'};
	const char *end = text + *n - 4;

	if (*n <= 4 || end[0] != '_' || end[1] != '[' || end[3] != ']')
		return FRAME_USER;
	for (enum frame_kind kind = FRAME_KERNEL; kind <= FRAME_WAKER; kind++)
		if (end[2] == letters[kind]) {
			*n -= 4;
			return kind;
		}
	return FRAME_USER;
}

static int add_name(struct stack_tree *t, struct known_name *known)
{
	struct stack_index *index = t->index;

	if (grow((void **)&index->seen, t->nnames, sizeof(*index->seen)) ||
		grow((void **)&t->names, t->nnames, sizeof(*t->names)))
		return -ENOMEM;
	index->seen[t->nnames] = 0;
	known->name = (uint32_t)t->nnames;
	t->names[t->nnames++] = (struct stack_name){.text = known->text, .kind = known->kind};
	return 0;
}

/* The same text of another kind is another name: the key is the whole text, with its end. */
static int64_t name_of(struct stack_tree *t, const char *text, size_t n)
{
	struct stack_index *index = t->index;
	struct known_name *known;
	size_t shown = n;

	HASH_FIND(hh, index->names, text, n, known);
	if (known)
		return known->name;
	known = malloc(sizeof(*known) + 2 * n + 1);
	if (!known)
		return -ENOMEM;
	known->kind = take_kind(text, &shown);
	memcpy(known->text, text, shown);
	known->text[shown] = '\0';
	memcpy(known->text + shown + 1, text, n);
	if (add_name(t, known)) {
		free(known);
		return -ENOMEM;
	}
	HASH_ADD_KEYPTR(hh, index->names, known->text + shown + 1, n, known);
	return known->name;
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
static int64_t add_frame(struct stack_tree *t, uint32_t parent, const char *text, size_t n, const uint64_t *values)
{
	int64_t name = name_of(t, text, n), node;

	if (name < 0)
		return name;
	node = child_of(t, parent, (uint32_t)name);
	if (node < 0)
		return node;
	t->nodes[node].total += values[0];
	t->nodes[node].then += values[1];
	count_name(t, (uint32_t)name, values[0]);
	return node;
}

static size_t frames_in(const char *folded, size_t n)
{
	size_t frames = 1;

	for (size_t i = 0; i < n; i++)
		frames += folded[i] == ';';
	return frames;
}

int stack_tree_add(struct stack_tree *t, const char *folded, size_t n, uint64_t value, uint64_t then)
{
	const uint64_t values[] = {value, then};
	const char *end = folded + n, *text = folded, *stop;
	int64_t node = 0;

	if (frames_in(folded, n) > FRAMES_MAX || t->nnodes + FRAMES_MAX > NODES_MAX)
		return -E2BIG;
	if (t->nodes[0].total + value < value || t->nodes[0].then + then < then)
		return -EOVERFLOW;
	t->index->stack++;
	for (; text <= end; text = stop + 1) {
		stop = memchr(text, ';', (size_t)(end - text));
		if (!stop)
			stop = end;
		node = add_frame(t, (uint32_t)node, text, (size_t)(stop - text), values);
		if (node < 0)
			return (int)node;
	}
	t->nodes[0].total += value;
	t->nodes[0].then += then;
	t->nodes[node].self += value;
	t->names[t->nodes[node].name].self += value;
	return 0;
}

/* ---- order ---- */

static int by_name(const void *a, const void *b, void *tree)
{
	const struct stack_tree *t = tree;
	const struct stack_name *first = &t->names[t->nodes[*(const uint32_t *)a].name];
	const struct stack_name *second = &t->names[t->nodes[*(const uint32_t *)b].name];
	int order = strcmp(first->text, second->text);

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
