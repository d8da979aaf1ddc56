// SPDX-License-Identifier: GPL-2.0-or-later
/* perf-stat-hist while the kernel boots: a hist trigger, whose buckets are powers of two. */
#include "session/boot_config.h"
#include "source/ftrace/ftrace.h"
#include "perf-stat-hist.h"

#include <errno.h>
#include <stdio.h>

void stat_hist_boot(const struct session *s, struct boot_config *b)
{
	char event[128], group[64], keys[128];
	const char *name;

	if (stat_hist.nedges) {
		boot_config_refuse(b, -ENOTSUP, "the kernel's own buckets are powers of two");
		return;
	}
	boot_config_begin(b, s->set->buffer_kb);
	ftrace_split(stat_hist.event, group, sizeof(group), &name);
	snprintf(event, sizeof(event), "%s.%s", group, name);
	snprintf(keys, sizeof(keys), "%s.log2", stat_hist.fields[0]);
	boot_config_hist(b, event, keys, NULL, 0, stat_hist.filter);
}
