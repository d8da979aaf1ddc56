// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdio.h>

static bool always_on(void)
{
	FILE *file = fopen("/proc/sys/kernel/bpf_stats_enabled", "re");
	int on = 0;

	if (file && fscanf(file, "%d", &on) != 1)
		on = 0;
	if (file)
		fclose(file);
	return on;
}

int bpf_stats_on(int *fd)
{
	*fd = bpf_enable_stats(BPF_STATS_RUN_TIME); /* 5.8 */
	if (*fd >= 0)
		return 0;
	return always_on() ? (*fd = -1, 0) : -errno;
}

int bpf_stats_add(int program, struct cost *to)
{
	struct bpf_prog_info info = {0};
	__u32 size = sizeof(info);

	if (bpf_obj_get_info_by_fd(program, &info, &size))
		return -errno;
	to->runs += info.run_cnt;
	to->run_ns += info.run_time_ns;
	to->skipped += info.recursion_misses; /* 5.12 */
	return 0;
}

int bpf_stats_read(struct bpf_object *object, struct cost *to)
{
	struct bpf_program *program;
	int err = 0;

	*to = (struct cost){0};
	bpf_object__for_each_program (program, object)
		if (!err && bpf_program__fd(program) >= 0)
			err = bpf_stats_add(bpf_program__fd(program), to);
	return err;
}
