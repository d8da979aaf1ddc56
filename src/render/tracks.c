// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracks.h"

#include <search.h>
#include <stdlib.h>

struct tracks {
	void *processes, *tracks; /* trees of tsearch() */
	uint32_t next;			  /* the number that is free */
};

struct tracks *tracks_new(bool threads)
{
	struct tracks *t = calloc(1, sizeof(*t));

	if (t)
		t->next = threads ? TRACKS_NUMBERS : 1;
	return t;
}

static void free_track(void *track)
{
	struct track *t = track;

	lanes_free(&t->lanes);
	free(t->list);
	free(t);
}

void tracks_free(struct tracks *t)
{
	if (!t)
		return;
	tdestroy(t->tracks, free_track);
	tdestroy(t->processes, free);
	free(t);
}

/* FNV-1a */
uint64_t tracks_hash(const char *text, size_t n)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3;
	return hash ? hash : 1;
}

static uint32_t number(struct tracks *t, uint32_t wanted)
{
	return wanted < TRACKS_NUMBERS ? wanted : t->next++;
}

static int compare_processes(const void *a, const void *b)
{
	const struct process *x = a, *y = b;

	return x->key < y->key ? -1 : x->key > y->key;
}

static int compare_tracks(const void *a, const void *b)
{
	const struct track *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return compare_processes(x->process, y->process);
}

/* Adds what was not found. NULL without memory */
static void *add(void **tree, void *item, int (*compare)(const void *, const void *))
{
	void **node = item ? tsearch(item, tree, compare) : NULL;

	if (!node)
		free(item);
	return node ? *node : NULL;
}

struct process *tracks_process(struct tracks *t, uint64_t key, uint32_t wanted)
{
	struct process *p, like = {.key = key};
	void **node = tfind(&like, &t->processes, compare_processes);

	if (node)
		return *node;
	p = calloc(1, sizeof(*p));
	if (p)
		*p = (struct process){.key = key, .number = number(t, wanted)};
	return add(&t->processes, p, compare_processes);
}

/* A lane more. NULL without memory */
static struct lane *add_lane(struct tracks *t, struct track *track, uint32_t wanted)
{
	struct lane *list = track->list;

	if (!(track->n & (track->n - 1))) /* 0, 1, 2, 4...: it is full */
		list = realloc(list, (track->n ? 2 * (size_t)track->n : 1) * sizeof(*list));
	if (!list)
		return NULL;
	track->list = list;
	list[track->n] = (struct lane){.number = number(t, wanted)};
	return &list[track->n++];
}

static struct track *new_track(struct tracks *t, struct process *p, uint64_t key, uint32_t wanted)
{
	struct track *track = calloc(1, sizeof(*track));

	if (!track)
		return NULL;
	track->process = p;
	track->key = key;
	if (add_lane(t, track, wanted))
		return track;
	free(track);
	return NULL;
}

struct track *tracks_track(struct tracks *t, struct process *p, uint64_t key, uint32_t wanted)
{
	struct track like = {.process = p, .key = key};
	void **node = tfind(&like, &t->tracks, compare_tracks);

	return node ? *node : add(&t->tracks, new_track(t, p, key, wanted), compare_tracks);
}

struct lane *tracks_lane(struct tracks *t, struct track *track, uint64_t start, uint64_t end)
{
	int lane = lanes_take(&track->lanes, start, end);

	while (lane >= 0 && track->n <= (uint32_t)lane)
		if (!add_lane(t, track, TRACKS_FREE))
			return NULL;
	return lane < 0 ? NULL : &track->list[lane];
}
