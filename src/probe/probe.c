// SPDX-License-Identifier: GPL-2.0-or-later
#include "probe.h"

#include <string.h>
#include <traceevent/event-parse.h>

void probe_free(struct probe *p)
{
	functions_free(&p->found);
	if (p->tep)
		tep_free(p->tep);
	memset(p, 0, sizeof(*p));
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
