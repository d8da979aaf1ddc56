// SPDX-License-Identifier: GPL-2.0-or-later
/* perf-stat-hist while the kernel boots: a hist trigger, whose buckets are powers of two. */
#include "session/boot_config.h"
#include "source/ftrace/ftrace.h"
#include "perf-stat-hist.h"

#include <errno.h>
#include <stdio.h>

void stat_hist_boot(const struct session *s, struct boot_config *b)
{
	char action[1200], group[64];
	const char *event;

	if (stat_hist.nedges) {
		boot_config_refuse(b, -ENOTSUP, "the kernel's own buckets are powers of two");
		return;
	}
	ftrace_split(stat_hist.event, group, sizeof(group), &event);
	boot_config_begin(b, s->set->buffer_kb);
	snprintf(action, sizeof(action), "hist:keys=%s.log2%s%s", stat_hist.fields[0], stat_hist.filter ? " if " : "",
			 stat_hist.filter ? stat_hist.filter : "");
	boot_config_value(b, action, "event.%s.%s.actions", group, event);
}
