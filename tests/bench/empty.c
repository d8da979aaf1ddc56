// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * empty [-c] TRACEPOINT... - keeps an empty BPF program attached to each (-c: one that reads the clock)
 * empty -f                 - the same at each page fault, as an event of perf
 */
#include "empty.skel.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int attach(const char *tracepoint, bool clock)
{
	struct empty_bpf *o = empty_bpf__open();
	struct bpf_program *program;
	int err;

	if (!o)
		return -1;
	program = clock ? o->progs.clock : o->progs.empty;
	bpf_program__set_autoload(program, true);
	err = bpf_program__set_attach_target(program, 0, tracepoint);
	if (!err)
		err = empty_bpf__load(o);
	return err ? err : empty_bpf__attach(o); /* the object stays open: the programs live as long as this process */
}

static int attach_faults(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.sample_period = 1,
		.disabled = 1,
	};
	struct empty_bpf *o = empty_bpf__open();
	int err = o ? 0 : -errno;

	if (!err)
		err = bpf_program__set_autoload(o->progs.overflow, true);
	if (!err)
		err = empty_bpf__load(o);
	for (int cpu = 0; cpu < libbpf_num_possible_cpus() && !err; cpu++) {
		int fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);

		if (fd < 0 && errno == ENODEV) /* offline */
			continue;
		err = fd < 0 || !bpf_program__attach_perf_event(o->progs.overflow, fd) ? -errno : 0;
	}
	return err;
}

int main(int argc, char **argv)
{
	bool clock = argc > 1 && !strcmp(argv[1], "-c"), faults = argc > 1 && !strcmp(argv[1], "-f");
	int failed = faults ? attach_faults() : 0;

	if (failed) {
		fprintf(stderr, "empty: page-faults: %s\n", strerror(-failed));
		return 1;
	}

	for (int i = 1 + clock + faults; i < argc; i++) {
		int err = attach(argv[i], clock);

		if (err) {
			fprintf(stderr, "empty: %s: %s\n", argv[i], strerror(-err));
			return 1;
		}
	}
	pause();
	return 0;
}
