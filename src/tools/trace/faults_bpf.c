// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF form of -F: programs at the kernel's software events, one for each CPU, with a period of one. */
#include "faults.h"

#include "session/session.h"
#include "source/bpf/object.h"
#include "events.h"
#include "trace.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static int attach(struct session *s, const char *name, uint64_t what, int cpu)
{
	const struct bpf_program *program = bpf_object__find_program_by_name(bpf_object_of(s), name);
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr), .config = what, .sample_period = 1};
	int event = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);

	if (event < 0)
		return errno == ENODEV ? 0 : -errno; /* the CPU is offline */
	if (bpf_keep_fd(s, event))
		return -ENOMEM;
	return event_run(s, bpf_program__fd(program), event);
}

int faults_attach(struct session *s)
{
	int err = 0;

	for (int cpu = 0; cpu < get_nprocs_conf() && !err; cpu++) {
		if (trace.faults & FAULTS_MINOR)
			err = attach(s, "minor_fault", PERF_COUNT_SW_PAGE_FAULTS_MIN, cpu);
		if (!err && trace.faults & FAULTS_MAJOR)
			err = attach(s, "major_fault", PERF_COUNT_SW_PAGE_FAULTS_MAJ, cpu);
	}
	return err ? cannot(s, err, "cannot attach to page faults: %s", strerror(-err)) : 0;
}
