// SPDX-License-Identifier: GPL-2.0-or-later
/* softirqs while the kernel boots: one runs on a CPU at a time. */
#include "session/boot_config.h"
#include "softirqs.h"

#include <errno.h>

#define MOST 16384 /* CPUs times softirqs */

void softirqs_boot(const struct session *s, struct boot_config *b)
{
	const struct boot_latency latency = {
		.name = "softirqs",
		.from = {{"irq.softirq_entry", "common_cpu,vec", NULL}},
		.to = "irq.softirq_exit",
		.to_keys = "common_cpu,vec",
		.key = "vec",
		.key_type = "unsigned int",
		.by_cpu = softirqs.by_cpu,
		.size = MOST,
	};

	if (softirqs.waits) {
		boot_config_refuse(b, -ENOTSUP, "only without -w: the kernel would take the last of several raises");
		return;
	}
	boot_config_begin(b, s->set->buffer_kb);
	boot_config_latency(b, &latency);
}
