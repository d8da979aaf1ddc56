// SPDX-License-Identifier: GPL-2.0-or-later
#include "groups.h"

#include "base/escape.h"
#include "base/log.h"
#include "keys.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

struct place {
	UT_hash_handle hh;
	size_t at;
	char key[];
};

/* ---- which ---- */

static int refuse(const struct schema *s, const char *name, size_t n)
{
	return fail(-EINVAL, "--by %.*s: no such field; there are: %s", (int)n, name, key_names(s));
}

static void add_key(struct groups *g, size_t field)
{
	g->fields[g->nkeys] = field;
	g->names[g->nkeys++] = g->schema->fields[field].name;
}

static int add_named(struct groups *g, const char *by)
{
	while (*by) {
		size_t n = strcspn(by, ",");
		int i = key_find(g->schema, by, n);

		if (i < 0 || g->nkeys == GROUP_KEYS)
			return refuse(g->schema, by, n);
		add_key(g, (size_t)i);
		by += n + (by[n] == ',');
	}
	return g->nkeys ? 0 : refuse(g->schema, "", 0);
}

static int choose_keys(struct groups *g, const struct schema *schema, const char *by)
{
	static const char *const usual[] = {"syscall", "comm", NULL};

	if (by)
		return add_named(g, by);
	for (size_t i = 0; i < schema->nfields && g->nkeys < GROUP_KEYS; i++)
		if (schema->key_size && key_can_be(schema, &schema->fields[i]))
			add_key(g, i);
	for (const char *const *name = usual; !g->nkeys && !schema->key_size && *name; name++)
		if (key_find(schema, *name, strlen(*name)) >= 0)
			add_key(g, (size_t)key_find(schema, *name, strlen(*name)));
	return 0;
}

int groups_begin(struct groups *g, const struct schema *schema, const char *by, const char *only)
{
	int err;

	*g = (struct groups){.schema = schema, .unit = schema->key_size ? schema->unit : HIST_NS};
	err = choose_keys(g, schema, by);
	return err ? err : filter_add(&g->filter, schema, only);
}

/* ---- adding ---- */

static void make_key(const struct groups *g, const void *row, char *to, size_t size)
{
	static char text[SCHEMA_TEXT_MAX];
	size_t n = 0;

	*to = '\0';
	for (size_t i = 0; i < g->nkeys && n + 1 < size; i++) {
		const struct field *f = &g->schema->fields[g->fields[i]];
		int length = field_text(text, sizeof(text), f, row);

		if (i)
			to[n++] = '\t';
		n += escape_text(to + n, size - n, text, (size_t)length < GROUP_TEXT ? (size_t)length : GROUP_TEXT);
	}
}

static struct group *new_group(struct groups *g, const char *key)
{
	struct place *p = malloc(sizeof(*p) + strlen(key) + 1), *index = g->index;
	struct group *list = g->n & (g->n - 1) ? g->list : reallocarray(g->list, g->n ? 2 * g->n : 1, sizeof(*list));
	bool hists = schema_has_hist(g->schema) || !g->schema->key_size;

	if (list)
		g->list = list;
	if (!p || !list) {
		free(p);
		return NULL;
	}
	strcpy(p->key, key);
	p->at = g->n;
	HASH_ADD_STR(index, key, p);
	g->index = index;
	list[g->n] = (struct group){.key = p->key, .hist = hists ? calloc(1, sizeof(struct hist)) : NULL};
	return &list[g->n++];
}

const struct group *groups_find(const struct groups *g, const char *key)
{
	struct place *p, *index = g->index;

	HASH_FIND_STR(index, key, p);
	return p ? &g->list[p->at] : NULL;
}

/* A total's first time, and its longest one */
static void add_times(struct groups *g, struct group *to, const void *row)
{
	bool first = true;

	for (size_t i = 0; i < g->schema->nfields; i++) {
		const struct field *f = &g->schema->fields[i];
		uint64_t value = f->kind == FIELD_NS ? (uint64_t)field_integer(f, row) : 0;

		if (f->kind != FIELD_NS || f->flags & (FIELD_KEY | FIELD_OFF))
			continue;
		g->timed = true;
		if (f->flags & FIELD_MAX)
			to->max = value > to->max ? value : to->max;
		else if (first)
			to->sum += value;
		first &= (f->flags & FIELD_MAX) != 0;
	}
}

static void add_event(struct groups *g, struct group *to, const void *row)
{
	to->count++;
	for (size_t i = 0; i < g->schema->nfields; i++) {
		const struct field *f = &g->schema->fields[i];

		if (f->kind == FIELD_NS && !strcmp(f->name, "latency_ns") && (!f->known || f->known(f, row))) {
			hist_add(to->hist, HIST_NS, (uint64_t)field_integer(f, row));
			g->timed = true;
		}
	}
}

static int add(struct groups *g, const void *row)
{
	char key[GROUP_KEYS * (ESCAPED_SIZE(64) + 1)];
	struct group *to;

	make_key(g, row, key, sizeof(key));
	to = (struct group *)groups_find(g, key);
	if (!to)
		to = new_group(g, key);
	if (!to || (schema_has_hist(g->schema) && !to->hist))
		return -ENOMEM;
	if (!g->schema->key_size) {
		add_event(g, to, row);
	} else if (schema_has_hist(g->schema)) {
		hist_merge(to->hist, schema_hist(g->schema, row));
		g->timed = true;
	} else {
		to->count += schema_count(g->schema, row);
		add_times(g, to, row);
	}
	return 0;
}

int groups_row(void *groups, const void *row, uint64_t time_ns)
{
	struct groups *g = groups;

	(void)time_ns;
	return row && filter_passes(&g->filter, row) ? add(g, row) : 0;
}

void groups_free(struct groups *g)
{
	struct place *p = g->index, *next, *index = g->index;

	HASH_CLEAR(hh, index);
	for (; p; p = next) {
		next = p->hh.next;
		free(p);
	}
	for (size_t i = 0; i < g->n; i++)
		free(g->list[i].hist);
	free(g->list);
	*g = (struct groups){0};
}

/* ---- what they hold ---- */

uint64_t group_count(const struct group *g)
{
	return g->count ? g->count : g->hist ? hist_count(g->hist) : 0;
}

uint64_t group_sum(const struct group *g)
{
	return g->hist ? g->hist->sum : g->sum;
}

uint64_t group_max(const struct group *g)
{
	return g->hist ? g->hist->max : g->max;
}
