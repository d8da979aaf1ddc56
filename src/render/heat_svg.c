// SPDX-License-Identifier: GPL-2.0-or-later
#include "heat_svg.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/units.h"
#include "session/tool.h"
#include "sys/replacer.h"
#include "heading.h"
#include "heat_data.h"
#include "heat_page.h"
#include "picture.h"
#include "terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct heat_svg {
	struct picture picture;
	struct heat_data *d;
	char cut_short[80];
	bool no_memory;
	struct replacer replacer; /* of --live */
	uint64_t drawn_ns;
};

/* The terminal's look is not the picture's. */
static int draw(struct session *s, struct heat_svg *p)
{
	int err = p->no_memory ? -ENOMEM : 0;

	units_ascii(false);
	heat_data_sort(p->d);
	if (!err)
		err = heat_page(p->picture.to, s, p->d, p->cut_short);
	if (!err)
		err = picture_flush(&p->picture);
	units_ascii(!terminal_look(s->set).utf8);
	return err;
}

/* ---- while it lasts ---- */

/* Draws over the picture before it, which may have been longer. */
static int draw_next(struct session *s, struct heat_svg *p)
{
	int err;

	rewind(p->picture.to);
	err = draw(s, p);
	p->drawn_ns = clock_ns();
	return err ? err : replacer_ask(&p->replacer, ftello(p->picture.to));
}

/* A slow disk does not keep the run waiting: the next interval asks again. */
static void draw_live(struct session *s, struct heat_svg *p)
{
	int err;

	if (s->undrawn || clock_ns() - p->drawn_ns < s->set->live_ns || !replacer_idle(&p->replacer, &err))
		return;
	if (!err)
		err = draw_next(s, p);
	s->stop |= err != 0;
	picture_failed(&p->picture, s, err);
}

static int draw_last(struct session *s, struct heat_svg *p)
{
	int err = replacer_wait(&p->replacer);

	if (!err)
		err = draw_next(s, p);
	return err ? err : replacer_wait(&p->replacer);
}

/* The first picture is there before anything is in it, so that it can be looked at. */
static int begin_live(struct session *s, struct heat_svg *p)
{
	int err = replacer_begin(&p->replacer, s->set->svg);

	if (err)
		return fail(err, "--svg %s --live: cannot replace it: %s", s->set->svg, strerror(-err));
	fclose(p->picture.to);
	p->picture.to = fdopen(dup(p->replacer.from), "w");
	if (!p->picture.to)
		return fail(-errno, "--svg %s: %s", s->set->svg, strerror(errno));
	err = draw_next(s, p);
	picture_failed(&p->picture, s, err);
	return err;
}

/* ---- the run ---- */

static void interval(struct session *s, const struct interval *iv)
{
	struct heat_svg *p = s->picture_state;
	const void **rows = tally_sorted(iv->rows, s->schema->compare);

	heat_data_interval(p->d, iv->end_ns, iv->elapsed_ns);
	for (size_t i = 0; rows && i < tally_count(iv->rows); i++)
		p->no_memory |= heat_data_row(p->d, rows[i]) != 0;
	free(rows);
	if (iv->cut_short)
		heading_share(p->cut_short, sizeof(p->cut_short), s, iv);
	if (s->set->live_ns && !s->ending)
		draw_live(s, p);
}

static void end(struct session *s)
{
	struct heat_svg *p = s->picture_state;
	bool drawn = s->ending && !s->undrawn;
	int err = !drawn ? 0 : s->set->live_ns ? draw_last(s, p) : draw(s, p);

	picture_close(&p->picture, s, err);
	replacer_end(&p->replacer);
	heat_data_free(p->d);
	free(p);
	s->picture_state = NULL;
}

static const struct renderer picture = {.name = "heat_svg", .interval = interval, .end = end};

int heat_svg_check(const struct session *s)
{
	if (!s->set->live_ns || s->set->interval_ns)
		return 0;
	return fail(-EINVAL, "--live draws at the end of intervals, and this run has none: give one, as in --help");
}

int heat_svg_open(struct session *s)
{
	struct heat_svg *p;
	int err;

	if (!s->set->svg)
		return 0;
	s->picture_state = p = calloc(1, sizeof(*p));
	if (p)
		p->d = heat_data_new(s->schema);
	if (!p || !p->d)
		return fail(-ENOMEM, "out of memory");
	s->picture = &picture;
	p->replacer = (struct replacer){.from = -1, .link = -1};
	err = picture_open(&p->picture, "svg", s->set->svg);
	return err || !s->set->live_ns ? err : begin_live(s, p);
}
