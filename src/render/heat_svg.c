// SPDX-License-Identifier: GPL-2.0-or-later
#include "heat_svg.h"

#include "base/log.h"
#include "base/units.h"
#include "session/tool.h"
#include "heading.h"
#include "heat_data.h"
#include "heat_page.h"
#include "picture.h"
#include "terminal.h"

#include <errno.h>
#include <stdlib.h>

struct heat_svg {
	struct picture picture;
	struct heat_data *d;
	char cut_short[80];
	bool no_memory;
};

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
}

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

static void end(struct session *s)
{
	struct heat_svg *p = s->picture_state;

	picture_close(&p->picture, s, s->ending ? draw(s, p) : 0);
	heat_data_free(p->d);
	free(p);
	s->picture_state = NULL;
}

static const struct renderer picture = {.name = "heat_svg", .interval = interval, .end = end};

int heat_svg_open(struct session *s)
{
	struct heat_svg *p;
	int err;

	if (!s->set->svg)
		return 0;
	p = calloc(1, sizeof(*p));
	if (p)
		p->d = heat_data_new(s->schema);
	err = p && p->d ? picture_open(&p->picture, "svg", s->set->svg) : fail(-ENOMEM, "out of memory");
	if (err) {
		heat_data_free(p ? p->d : NULL);
		free(p);
		return err;
	}
	s->picture_state = p;
	s->picture = &picture;
	return 0;
}
