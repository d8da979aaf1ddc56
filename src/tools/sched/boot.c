// SPDX-License-Identifier: GPL-2.0-or-later
#include "boot.h"

#include "session/boot_config.h"

#include <errno.h>
#include <string.h>

int sched_boot_by(struct boot_config *b, struct boot_latency *l, enum task_by_what by)
{
	switch (by) {
	case BY_COMMAND:
		l->key = strcmp(l->to_keys, "prev_pid") ? "next_comm" : "prev_comm";
		l->key_type = "char[16]";
		return 0;
	case BY_THREAD:
		l->key = l->to_keys;
		l->key_type = "pid_t";
		return 0;
	case BY_CPU:
		l->by_cpu = true;
		return 0;
	case BY_PROCESS:
	case BY_CGROUP:
		return boot_config_refuse(b, -ENOTSUP, "--by thread, command or cpu: the kernel's histograms know no %s",
								  by == BY_PROCESS ? "processes" : "cgroups");
	}
	return 0;
}
