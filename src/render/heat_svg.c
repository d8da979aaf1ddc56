// SPDX-License-Identifier: GPL-2.0-or-later
#include "heat_svg.h"

#include "base/log.h"
#include "base/units.h"
#include "session/tool.h"
#include "heading.h"
#include "heat_data.h"
#include "heat_page.h"
#include "picture_file.h"
#include "renderers.h"
#include "terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct heat_svg {
	FILE *to;
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

static const struct renderer picture = {.name = "heat_svg", .interval = interval};

int heat_svg_open(struct session *s)
{
	struct heat_svg *p;
	int fd;

	if (!s->set->svg)
		return 0;
	s->picture_state = p = calloc(1, sizeof(*p));
	if (p)
		p->d = heat_data_new(s->schema);
	if (!p || !p->d)
		return fail(-ENOMEM, "out of memory");
	fd = picture_file_open("--svg", s->set->svg);
	if (fd < 0)
		return fd;
	p->to = fdopen(fd, "w");
	if (!p->to) {
		close(fd);
		return fail(-ENOMEM, "out of memory");
	}
	s->picture = &picture;
	return 0;
}

static int draw(struct session *s, struct heat_svg *p)
{
	int err = p->no_memory ? -ENOMEM : 0;

	units_ascii(false);
	heat_data_sort(p->d);
	if (!err)
		err = heat_page(p->to, s, p->d, p->cut_short);
	if (!err && (fflush(p->to) || ferror(p->to)))
		err = errno ? -errno : -EIO;
	units_ascii(!terminal_look(s->set).utf8);
	return err;
}

void heat_svg_end(struct session *s)
{
	struct heat_svg *p = s->set->svg ? s->picture_state : NULL;
	int err;

	if (!p)
		return;
	err = p->to && s->ending ? draw(s, p) : 0;
	if (p->to && fclose(p->to) && !err)
		err = -errno;
	if (err) {
		s->undrawn = true;
		fail(err, "cannot write --svg %s: %s", s->set->svg, strerror(-err));
	}
	heat_data_free(p->d);
	free(p);
	s->picture_state = NULL;
	s->picture = NULL;
}
