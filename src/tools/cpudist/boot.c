// SPDX-License-Identifier: GPL-2.0-or-later
/* cpudist while the kernel boots: from one switch of a thread to its next. */
#include "session/boot_config.h"
#include "tools/sched/boot.h"
#include "cpudist.h"

#include <errno.h>

void cpudist_boot(const struct session *s, struct boot_config *b)
{
	const char *prev = "prev_pid", *next = "next_pid";
	struct boot_latency l = {
		.name = "cpudist",
		.from = {{SCHED_SWITCH, cpudist.off ? prev : next, cpudist.off ? SCHED_LEAVES_TO_WAIT : "next_pid != 0"}},
		.to = SCHED_SWITCH,
		.to_keys = cpudist.off ? next : prev,
		.size = SCHED_BOOT_THREADS,
	};

	if (cpudist.idle) {
		boot_config_refuse(b, -ENOTSUP, "no -I: all idle tasks are thread 0 there");
		return;
	}
	if (sched_boot_by(b, &l, cpudist.by))
		return;
	boot_config_begin(b, s->set->buffer_kb);
	boot_config_latency(b, &l);
}
