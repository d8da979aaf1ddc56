// SPDX-License-Identifier: GPL-2.0-or-later
#include "syscall_programs.h"

#include "bpf.h"
#include "kernel_btf.h"

#include <unistd.h>

#define EVENTS "/events/raw_syscalls/sys_exit/id"

/* Where libbpf looks for the classic one */
static bool classic_readable(void)
{
	const char *tracefs = "/sys/kernel/tracing" EVENTS, *debugfs = "/sys/kernel/debug/tracing" EVENTS;

	return !access(access("/sys/kernel/tracing", F_OK) ? debugfs : tracefs, R_OK);
}

/*
 * Since programs at sys_enter and sys_exit may sleep, the others can be preempted there. The kernel does not run a
 * program where it is running already, so until the preempted task goes on, often a whole time slice later, no call of
 * any other task on that CPU is seen: on 7.2, of 8 busy threads on 2 CPUs, half of the calls. Before that, and at the
 * classic tracepoints, which cost more, preemption is off. Whether they may sleep is tried.
 */
static bool typed_preemptible(void)
{
	static const struct bpf_insn program[] = {
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0},
		{.code = BPF_JMP | BPF_EXIT},
	};
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = BPF_TRACE_RAW_TP, .prog_flags = BPF_F_SLEEPABLE);
	int id = kernel_btf_load() ? -1 : kernel_btf_find("btf_trace_sys_exit", BTF_KIND_TYPEDEF), fd;

	if (id < 0)
		return false;
	opts.attach_btf_id = (__u32)id;
	fd = bpf_prog_load(BPF_PROG_TYPE_TRACING, "sleepable", "GPL", program, 2, &opts);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

void bpf_use_syscalls(struct session *s, struct bpf_program *typed, struct bpf_program *classic, bool on)
{
	static int preferred = -1;

	if (on && preferred < 0)
		preferred = typed_preemptible() && classic_readable();
	bpf_use(s, typed, on && !preferred);
	bpf_use(s, classic, on && preferred);
	if (on && preferred)
		s->attach = "tracepoint";
}
