// SPDX-License-Identifier: GPL-2.0-or-later
#include "tp_btf.h"

#include "btf_target.h"

#include <bpf/btf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * Under lockdown=confidentiality the kernel has no bpf_probe_read_kernel(). libbpf takes that for a kernel before 5.5
 * and replaces bpf_probe_read_user() too by the one helper of that time, which the kernel then refuses. The kernel
 * allows reads of user memory, so these carry a mark while libbpf looks. (Only in programs, not in functions that
 * libbpf appends.)
 */
#define USER_READ_MARK (1 << 30)

static bool is_user_read(const struct bpf_insn *insn)
{
	__s32 helper = insn->imm & ~USER_READ_MARK;

	return insn->code == (BPF_JMP | BPF_CALL) && !insn->src_reg &&
		   (helper == BPF_FUNC_probe_read_user || helper == BPF_FUNC_probe_read_user_str);
}

static void mark_user_reads(const struct bpf_program *program, bool mark)
{
	struct bpf_insn *insn = (struct bpf_insn *)(uintptr_t)bpf_program__insns(program);

	for (size_t i = 0; i < bpf_program__insn_cnt(program); i++)
		if (is_user_read(&insn[i]))
			insn[i].imm = mark ? insn[i].imm | USER_READ_MARK : insn[i].imm & ~USER_READ_MARK;
}

static int set_up(struct bpf_program *program, long cookie)
{
	(void)cookie;
	mark_user_reads(program, true);
	return btf_target_later(program);
}

/* The target of tp_btf/NAME is the type of the function that the kernel calls there: typedef btf_trace_NAME */
static int prepare(struct bpf_program *program, struct bpf_prog_load_opts *opts, long cookie)
{
	char type[128];

	(void)cookie;
	mark_user_reads(program, false);
	snprintf(type, sizeof(type), "btf_trace_%s", strchr(bpf_program__section_name(program), '/') + 1);
	return btf_target_set(opts, type, BTF_KIND_TYPEDEF);
}

int tp_btf_register(void)
{
	static int handler;
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .prog_setup_fn = set_up, .prog_prepare_load_fn = prepare,
				.prog_attach_fn = btf_target_attach);

	if (handler <= 0)
		handler = libbpf_register_prog_handler("tp_btf/", BPF_PROG_TYPE_TRACING, BPF_TRACE_RAW_TP, &opts);
	return handler < 0 ? handler : 0;
}
