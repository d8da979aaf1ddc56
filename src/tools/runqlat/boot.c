// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * runqlat while the kernel boots. A wait begins when a thread is woken, when it is made, or when it leaves its CPU and
 * could go on. The kernel keeps a time of each of these events, and only the last may count:
 *
 * - A thread is woken while it is on its CPU still, and is preempted later: the first is forgotten.
 * - A thread is preempted on its way to sleep, and is woken while it waits: the preemption is forgotten, by the other
 *   event of a wake-up, since the one that counts must have its triggers before those of the switch.
 */
#include "session/boot_config.h"
#include "tools/sched/boot.h"
#include "runqlat.h"

#include <errno.h>

#define WAKING "sched.sched_waking"
#define WAKEUP "sched.sched_wakeup"

enum { WOKEN, MADE, PREEMPTED };

void runqlat_boot(const struct session *s, struct boot_config *b)
{
	const char *woken = runqlat.from_waking ? WAKING : WAKEUP, *other = runqlat.from_waking ? WAKEUP : WAKING;
	struct boot_latency l = {
		.name = "runqlat",
		.from = {[WOKEN] = {woken, "pid", NULL},
				 [MADE] = {"sched.sched_wakeup_new", "pid", NULL},
				 [PREEMPTED] = {SCHED_SWITCH, "prev_pid", SCHED_LEAVES_RUNNABLE}},
		.to = SCHED_SWITCH,
		.to_keys = "next_pid",
		.size = SCHED_BOOT_THREADS,
	};

	if (runqlat.slower_ns) {
		boot_config_refuse(b, -ENOTSUP, "histograms only, no --slower");
		return;
	}
	if (sched_boot_by(b, &l, runqlat.by))
		return;
	boot_config_begin(b, s->set->buffer_kb);
	boot_config_latency(b, &l);
	boot_config_forget(b, &l, WOKEN, &l.from[PREEMPTED]);
	boot_config_forget(b, &l, PREEMPTED, &(struct boot_begin){other, "pid", NULL});
}
