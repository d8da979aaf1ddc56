// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracepoints.h"

#include "kernel.h"
#include "object.h"

#include <fcntl.h>
#include <bpf/bpf.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EVENTS "/events/raw_syscalls/sys_exit/id"

/* Where libbpf looks for it. It is read, since lockdown refuses what access() allows. */
static int event_id(void)
{
	const char *tracefs = "/sys/kernel/tracing" EVENTS, *debugfs = "/sys/kernel/debug/tracing" EVENTS;
	int fd = open(access("/sys/kernel/tracing", F_OK) ? debugfs : tracefs, O_RDONLY | O_CLOEXEC), id = 0;
	char text[16] = "";

	if (fd < 0)
		return 0;
	if (read(fd, text, sizeof(text) - 1) > 0)
		id = atoi(text);
	close(fd);
	return id;
}

/* Classic tracepoints need tracefs and the perf system call; BTF tracepoints do not. */
static bool classic_possible(void)
{
	struct perf_event_attr attr = {.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr)};
	int fd = -1;

	attr.config = (__u64)event_id();
	if (attr.config)
		fd = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/*
 * Tracepoints once kept preemption off. Kernels that let programs at system calls sleep, and real-time kernels, do not,
 * and programs at BTF tracepoints can be preempted there. The kernel does not run a program on a CPU where it is
 * running already. So until the preempted task goes on, often a whole time slice later, no other task on that CPU is
 * seen: on 7.2, with 8 busy threads on 2 CPUs, half of the calls. Classic programs run with preemption off. A trial
 * shows whether programs may sleep.
 */
static bool try_preemptible(void)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .prog_flags = BPF_F_SLEEPABLE);
	int fd = bpf_load_empty(BPF_PROG_TYPE_RAW_TRACEPOINT, "sleepable", &opts);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

bool bpf_typed_preemptible(void)
{
	static int preemptible = -1;

	if (preemptible < 0)
		preemptible = try_preemptible();
	return preemptible;
}

bool bpf_prefers_classic(void)
{
	static int prefers = -1;

	if (prefers < 0)
		prefers = bpf_typed_preemptible() && classic_possible();
	return prefers;
}

void bpf_use_either(struct session *s, struct bpf_program *typed, struct bpf_program *classic, bool on)
{
	bool is_classic = on && bpf_prefers_classic();

	bpf_use(s, typed, on && !is_classic);
	bpf_use(s, classic, is_classic);
	if (is_classic)
		s->attach = "tracepoint";
}
