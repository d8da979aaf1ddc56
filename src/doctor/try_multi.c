// SPDX-License-Identifier: GPL-2.0-or-later
/* Links that attach one program to many functions at once. */
#include "program.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int run(struct trial *t, int program, int link, void (*fire)(void))
{
	int err = link < 0 ? failed(t, ASKED_BPF, link, "attaching the program") : program_runs(t, fire);

	if (link >= 0)
		close(link);
	close(program);
	return err;
}

int try_kprobe_multi(struct trial *t)
{
	const char *function = TRIAL_FUNCTION;
	LIBBPF_OPTS(bpf_link_create_opts, opts, .kprobe_multi.syms = &function, .kprobe_multi.cnt = 1);
	int program = program_load(t, BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_MULTI, 0);

	if (program < 0)
		return program;
	return run(t, program, bpf_link_create(program, 0, BPF_TRACE_KPROBE_MULTI, &opts), trial_rename);
}

/*
 * bpf(BPF_LINK_CREATE) of 89ae89f53d20 ("bpf: Add multi uprobe link", 6.6), which the headers of a system
 * with an older kernel have not.
 */
#define TRACE_UPROBE_MULTI 48
struct uprobe_multi_link {
	uint32_t program, target, attach_type, flags;
	uint64_t path, offsets, reference_offsets, cookies;
	uint32_t n, link_flags, pid, zero;
};

int try_uprobe_multi(struct trial *t)
{
	uint64_t offset = trial_call_offset();
	struct uprobe_multi_link link = {.attach_type = TRACE_UPROBE_MULTI, .n = 1};
	int program = program_load(t, BPF_PROG_TYPE_KPROBE, TRACE_UPROBE_MULTI, 0);
	long fd;

	if (program < 0)
		return program;
	link.program = (uint32_t)program;
	link.path = (uint64_t)(uintptr_t) "/proc/self/exe";
	link.offsets = (uint64_t)(uintptr_t)&offset;
	fd = syscall(SYS_bpf, BPF_LINK_CREATE, &link, sizeof(link));
	return run(t, program, fd < 0 ? -errno : (int)fd, trial_call);
}
