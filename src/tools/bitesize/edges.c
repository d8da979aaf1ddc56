// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/log.h"
#include "base/numbers.h"
#include "session/options.h"
#include "bitesize.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int bitesize_edges(void *to, const char *text)
{
	struct bitesize_options *o = to;
	char copy[256], *save = NULL;

	o->nedges = 0;
	if (snprintf(copy, sizeof(copy), "%s", text) >= (int)sizeof(copy))
		return fail(-E2BIG, "-b: at most %d sizes", BITE_EDGES);
	for (char *one = strtok_r(copy, " ,", &save); one; one = strtok_r(NULL, " ,", &save)) {
		uint64_t kb;

		if (o->nedges == BITE_EDGES)
			return fail(-E2BIG, "-b: at most %d sizes", BITE_EDGES);
		if (parse_number(one, 1, 1 << 22, &kb))
			return fail(-EINVAL, "-b %s: not a size in KB; write -b \"8 64 128\"", one);
		if (o->nedges && kb << 10 <= o->edges[o->nedges - 1])
			return fail(-EINVAL, "-b %s: sizes must rise", text);
		o->edges[o->nedges++] = kb << 10;
	}
	return o->nedges ? 0 : fail(-EINVAL, "-b: no size given; write -b \"8 64 128\"");
}
