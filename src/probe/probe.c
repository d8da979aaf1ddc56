// SPDX-License-Identifier: GPL-2.0-or-later
#include "probe.h"

#include "dwarf_spot.h"

#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>

void probe_free(struct probe *p)
{
	functions_free(&p->found);
	free(p->places.list);
	if (p->tep)
		tep_free(p->tep);
	memset(p, 0, sizeof(*p));
}

bool probe_names_arguments(const struct probe *p)
{
	return p->found.n == 1 || (p->found.n && p->places.list);
}

struct dwarf_spot probe_spot(const struct probe *p)
{
	struct dwarf_spot spot = {.in = {p->path, p->target == TARGET_KERNEL}};

	if (p->places.list) {
		spot.offset = p->places.list[p->places.chosen].offset;
		spot.scope = p->places.list[p->places.chosen].scope;
	} else {
		spot.offset = p->found.list[0].address + p->offset;
	}
	return spot;
}

struct probe_argument *probe_new_argument(struct probe *p, const struct probe_text *t)
{
	struct probe_argument *a = &p->arguments[p->narguments];

	if (p->narguments == PROBE_FETCHES) {
		probe_wrong(t, "more than %d values, those of filter and keys included", PROBE_FETCHES);
		return NULL;
	}
	p->narguments++;
	memset(a, 0, sizeof(*a));
	a->fetch.size = 8;
	a->show = SHOW_HEX;
	return a;
}

bool probe_is_text(const struct probe_argument *a)
{
	return a->fetch.kind != PROBE_NUMBER || a->fetch.base == PROBE_COMM;
}

bool probe_is_field(const struct probe_argument *a)
{
	return a->from == FROM_RECORD && !a->fetch.noffsets;
}

bool probe_is_text_field(const struct probe_argument *a)
{
	return a->fetch.kind == PROBE_TEXT_HERE || a->fetch.kind == PROBE_TEXT_LOC;
}

bool probe_is_text_address(const struct probe_argument *a)
{
	return a->from == FROM_RECORD && a->fetch.kind == PROBE_TEXT_AT;
}
