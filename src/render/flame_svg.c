// SPDX-License-Identifier: GPL-2.0-or-later
#include "flame_svg.h"

#include "base/log.h"
#include "base/units.h"
#include "session/options.h"
#include "session/tool.h"
#include "flame.h"
#include "picture.h"
#include "stack_rows.h"
#include "terminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct flame_svg {
	struct picture picture;
	char title[600];
};

/* The totals of the whole run are drawn at its end: nothing is kept of an interval. */
static void interval(struct session *s, const struct interval *iv)
{
	(void)s, (void)iv;
}

static int draw(struct session *s, struct flame_svg *p)
{
	const struct flame f = {
		.title = p->title, .unit = stack_rows_timed(s) ? "ns" : session_unit(s), .down = s->set->stacks.icicle};
	struct stack_rows_lost lost = {0};
	struct stack_tree *t = stack_rows_tree(s, s->totals, s->set->stacks.reverse, &lost);
	int err = t ? 0 : -ENOMEM;

	units_ascii(false);
	if (!err)
		err = flame_write(p->picture.to, t, &f);
	if (!err)
		err = picture_flush(&p->picture);
	units_ascii(!terminal_look(s->set).utf8);
	stack_rows_warn(&lost);
	stack_tree_free(t);
	return err;
}

static void end(struct session *s)
{
	struct flame_svg *p = s->picture_state;

	picture_close(&p->picture, s, s->ending ? draw(s, p) : 0);
	free(p);
	s->picture_state = NULL;
}

static const struct renderer picture = {.name = "flame_svg", .interval = interval, .end = end};

static void add_word(struct flame_svg *p, const char *before, const char *word)
{
	size_t n = strlen(p->title);

	snprintf(p->title + n, sizeof(p->title) - n, " %s%s", before, word);
}

/* As it was recorded: "option" of NAME or NAME=VALUE, "argument" */
static int on_typed(void *flame_svg, const char *key, const char *value)
{
	if (!strcmp(key, "option") || !strcmp(key, "argument"))
		add_word(flame_svg, *key == 'o' ? "--" : "", value);
	return 0;
}

/* As it was typed: the tool, its own options, its arguments, its command */
static void make_title(struct session *s, struct flame_svg *p)
{
	snprintf(p->title, sizeof(p->title), "%s", s->tool->name);
	if (s->dat) {
		dat_each_meta(s->dat, on_typed, p);
		return;
	}
	for (const struct opt_given *g = options_given(); g; g = g->next) {
		add_word(p, "--", g->name);
		if (g->value)
			add_word(p, "", g->value);
	}
	for (int i = 0; i < s->argc; i++)
		add_word(p, "", s->argv[i]);
	for (char **word = s->command; word && *word; word++)
		add_word(p, word == s->command ? "-- " : "", *word);
}

int flame_svg_open(struct session *s)
{
	struct flame_svg *p;
	int err;

	if (!s->set->stacks.flame)
		return 0;
	p = calloc(1, sizeof(*p));
	if (!p)
		return fail(-ENOMEM, "out of memory");
	err = picture_open(&p->picture, "flame", s->set->stacks.flame);
	if (err) {
		free(p);
		return err;
	}
	make_title(s, p);
	s->picture_state = p;
	s->picture = &picture;
	return 0;
}
