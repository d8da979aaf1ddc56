// SPDX-License-Identifier: GPL-2.0-or-later
/* Tries links that attach one program to many functions at once. */
#include "sys/uprobe_multi.h"
#include "program.h"
#include "try.h"

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

int try_uprobe_multi(struct trial *t)
{
	uint64_t offset = trial_call_offset();
	struct uprobe_multi own = {.path = "/proc/self/exe", .n = 1, .offsets = &offset};
	int program = program_load(t, BPF_PROG_TYPE_KPROBE, TRACE_UPROBE_MULTI, 0);

	if (program < 0)
		return program;
	return run(t, program, uprobe_multi_link(program, &own), trial_call);
}
