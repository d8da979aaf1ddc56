// SPDX-License-Identifier: GPL-2.0-or-later
#include "kprobe_perf.h"

#include "perf_source.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

int kprobe_perf_event(const char *symbol, uint64_t offset)
{
	struct perf_event_attr attr = {.size = sizeof(attr), .disabled = 1};
	int type = perf_source_number("kprobe/type", "%d");
	long file;

	if (type < 0)
		return type;
	attr.type = (uint32_t)type;
	attr.kprobe_func = (uint64_t)(uintptr_t)symbol;
	attr.probe_offset = offset;
	file = syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	return file < 0 ? -errno : (int)file;
}
