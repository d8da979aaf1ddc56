// SPDX-License-Identifier: GPL-2.0-or-later
#include "code_ranges.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(struct code_ranges *r)
{
	size_t room = r->room ? 2 * r->room : 256;
	struct code_range *list;

	if (r->n < r->room)
		return true;
	list = r->n < CODE_RANGES_MAX ? realloc(r->list, room * sizeof(*list)) : NULL;
	if (!list)
		return false;
	r->list = list;
	r->room = room;
	return true;
}

void code_ranges_add(struct code_ranges *r, uint64_t start, uint64_t end, uint32_t number)
{
	if (start < end && make_room(r))
		r->list[r->n++] = (struct code_range){start, end, start, number, ++r->added};
}

static int compare(const void *a, const void *b)
{
	const struct code_range *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->order < y->order ? 1 : -1; /* the last one first */
}

/* ---- a heap of ranges that are open at an address, the last one on top ---- */

struct heap {
	const struct code_range **list;
	size_t n;
};

static void swap(struct heap *h, size_t a, size_t b)
{
	const struct code_range *one = h->list[a];

	h->list[a] = h->list[b];
	h->list[b] = one;
}

static void push(struct heap *h, const struct code_range *one)
{
	size_t at = h->n++;

	for (h->list[at] = one; at && h->list[(at - 1) / 2]->order < h->list[at]->order; at = (at - 1) / 2)
		swap(h, at, (at - 1) / 2);
}

static void pop(struct heap *h)
{
	size_t at = 0;

	h->list[0] = h->list[--h->n];
	for (;;) {
		size_t most = at;

		for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < h->n; child++)
			if (h->list[child]->order > h->list[most]->order)
				most = child;
		if (most == at)
			return;
		swap(h, at, most);
		at = most;
	}
}

/* ---- parts that do not overlap ---- */

struct parts {
	struct code_range *list;
	size_t n;
};

static void put(struct parts *p, const struct code_range *of, uint64_t start, uint64_t end)
{
	struct code_range *last = p->n ? &p->list[p->n - 1] : NULL;

	if (last && last->order == of->order && last->end == start) {
		last->end = end;
		return;
	}
	p->list[p->n] = *of;
	p->list[p->n].start = start;
	p->list[p->n++].end = end;
}

/* From `at` up to `end`: always the last of those that are open */
static void fill(struct parts *p, struct heap *open, uint64_t at, uint64_t end)
{
	while (open->n && at < end) {
		const struct code_range *top = open->list[0];
		uint64_t until = top->end < end ? top->end : end;

		if (top->end <= at) {
			pop(open);
			continue;
		}
		put(p, top, at, until);
		at = until;
	}
}

static void split(struct parts *p, struct heap *open, const struct code_range *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		push(open, &list[i]);
		fill(p, open, list[i].start, i + 1 < n ? list[i + 1].start : UINT64_MAX);
	}
}

/* Each start and each end of a range begins at most one part. Without memory the new ones are left out. */
void code_ranges_sort(struct code_ranges *r)
{
	struct heap open = {.n = 0};
	struct parts parts = {.n = 0};

	if (r->sorted == r->n)
		return;
	open.list = malloc(r->n * sizeof(*open.list));
	parts.list = malloc(2 * r->n * sizeof(*parts.list));
	if (open.list && parts.list) {
		qsort(r->list, r->n, sizeof(*r->list), compare);
		split(&parts, &open, r->list, r->n);
		free(r->list);
		r->list = realloc(parts.list, parts.n * sizeof(*parts.list));
		r->list = r->list ? r->list : parts.list;
		r->n = r->room = parts.n;
	} else {
		free(parts.list);
		r->n = r->sorted;
	}
	free(open.list);
	r->sorted = r->n;
}

uint32_t code_ranges_find(const struct code_ranges *r, uint64_t address, uint64_t *into)
{
	size_t low = 0, high = r->sorted;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (r->list[middle].end <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == r->sorted || r->list[low].start > address)
		return 0;
	*into = address - r->list[low].first;
	return r->list[low].number;
}

size_t code_ranges_size(const struct code_ranges *r)
{
	return r->room * sizeof(*r->list);
}

void code_ranges_free(struct code_ranges *r)
{
	free(r->list);
	*r = (struct code_ranges){0};
}
