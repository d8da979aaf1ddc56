// SPDX-License-Identifier: GPL-2.0-or-later
/* What this kernel's BPF can do, found out by doing. */
#include "bpf.h"

#include <bpf/btf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <unistd.h>

/* typedef void (*btf_trace_NAME)(void *context, arguments...): one parameter more than the tracepoint */
static int count_arguments(const struct btf *btf, const char *name)
{
	char type[96];
	const struct btf_type *t;
	int id;

	snprintf(type, sizeof(type), "btf_trace_%s", name);
	id = btf__find_by_name_kind(btf, type, BTF_KIND_TYPEDEF);
	if (id < 0)
		return -1;
	t = btf__type_by_id(btf, btf__type_by_id(btf, (__u32)id)->type);
	t = t && btf_is_ptr(t) ? btf__type_by_id(btf, t->type) : NULL;
	return t && btf_is_func_proto(t) ? (int)btf_vlen(t) - 1 : -1;
}

int bpf_tracepoints(struct session *s, struct bpf_tracepoint *list, size_t n)
{
	struct btf *btf = btf__load_vmlinux_btf();

	if (!btf)
		return cannot(s, -errno, "cannot read the kernel's BTF: %s", strerror(errno));
	for (size_t i = 0; i < n; i++)
		list[i].arguments = count_arguments(btf, list[i].name);
	btf__free(btf);
	return 0;
}

bool bpf_has_cmpxchg(void)
{
	static const struct bpf_insn program[] = {
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0},
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 1},
		{.code = BPF_STX | BPF_MEM | BPF_DW, .dst_reg = 10, .src_reg = 1, .off = -8},
		{.code = BPF_STX | BPF_ATOMIC | BPF_DW, .dst_reg = 10, .src_reg = 1, .off = -8, .imm = BPF_CMPXCHG},
		{.code = BPF_JMP | BPF_EXIT},
	};
	size_t n = sizeof(program) / sizeof(program[0]);
	int fd = bpf_prog_load(BPF_PROG_TYPE_SOCKET_FILTER, "cmpxchg", "GPL", program, n, NULL);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}
