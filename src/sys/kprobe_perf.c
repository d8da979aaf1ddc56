// SPDX-License-Identifier: GPL-2.0-or-later
#include "kprobe_perf.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static int event_type(void)
{
	FILE *file = fopen("/sys/bus/event_source/devices/kprobe/type", "re");
	int type, err = file ? -EINVAL : -errno;

	if (!file)
		return err;
	if (fscanf(file, "%d", &type) != 1)
		type = err;
	fclose(file);
	return type;
}

int kprobe_perf_event(const char *symbol, uint64_t offset)
{
	struct perf_event_attr attr = {.size = sizeof(attr), .disabled = 1};
	int type = event_type();
	long file;

	if (type < 0)
		return type;
	attr.type = (uint32_t)type;
	attr.kprobe_func = (uint64_t)(uintptr_t)symbol;
	attr.probe_offset = offset;
	file = syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	return file < 0 ? -errno : (int)file;
}
