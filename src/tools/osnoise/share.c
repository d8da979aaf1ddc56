// SPDX-License-Identifier: GPL-2.0-or-later
/* Of which time a source took its share. */
#include "osnoise.h"

#include "tools/noise/rows.h"

#include <stdlib.h>

void osnoise_share(struct session *s, uint64_t measured_ns)
{
	static uint64_t last;
	const void **rows = tally_sorted(s->totals, s->schema->compare);

	for (size_t i = 0; rows && i < tally_count(s->totals); i++) {
		struct noise_share_row *row = session_total(s, rows[i]);

		if (row)
			row->measured_ns += measured_ns - last;
	}
	last = measured_ns;
	free(rows);
}
