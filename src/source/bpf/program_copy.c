// SPDX-License-Identifier: GPL-2.0-or-later
#include "program_copy.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Does a call or an address of a function at insns[i] name a function? Its place is *at. */
static bool names_function(const struct bpf_insn *insns, size_t i, size_t n, size_t *at)
{
	const struct bpf_insn *in = &insns[i];
	bool call = in->code == (BPF_JMP | BPF_CALL) && in->src_reg == BPF_PSEUDO_CALL;
	bool address = in->code == (BPF_LD | BPF_IMM | BPF_DW) && in->src_reg == BPF_PSEUDO_FUNC;

	*at = (size_t)((int64_t)i + in->imm + 1);
	return (call || address) && *at < n;
}

/* Sets where each of the `most` functions begins. Returns how many there are; 0: no memory. */
static size_t find_functions(const struct bpf_insn *insns, size_t n, struct bpf_func_info *functions, size_t most)
{
	bool *begins = calloc(n, sizeof(*begins));
	size_t found = 0, at;

	if (!begins)
		return 0;
	begins[0] = true;
	for (size_t i = 0; i < n; i++)
		if (names_function(insns, i, n, &at))
			begins[at] = true;
	for (size_t i = 0; i < n; i++)
		if (begins[i] && found++ < most)
			functions[found - 1].insn_off = (uint32_t)i;
	free(begins);
	return found;
}

/* The types, in the order of the functions; the caller frees them. NULL: the kernel has none. */
static struct bpf_func_info *types_of(int fd, uint32_t *n)
{
	struct bpf_prog_info info = {0};
	uint32_t size = sizeof(info);
	struct bpf_func_info *types;

	*n = 0;
	if (bpf_obj_get_info_by_fd(fd, &info, &size) || info.func_info_rec_size != sizeof(*types))
		return NULL;
	types = calloc(info.nr_func_info + 1UL, sizeof(*types));
	*n = info.nr_func_info;
	info = (struct bpf_prog_info){
		.nr_func_info = *n, .func_info_rec_size = sizeof(*types), .func_info = (uint64_t)(uintptr_t)types};
	if (types && *n && !bpf_obj_get_info_by_fd(fd, &info, &size))
		return types;
	free(types);
	return NULL;
}

int program_copy(const struct bpf_object *object, const struct bpf_program *program, const struct bpf_insn *insns,
				 size_t n, const struct bpf_prog_load_opts *opts)
{
	LIBBPF_OPTS(bpf_prog_load_opts, with);
	uint32_t ntypes;
	struct bpf_func_info *types = types_of(bpf_program__fd(program), &ntypes);
	int fd;

	if (opts)
		with = *opts;
	if (types && find_functions(insns, n, types, ntypes) == ntypes) {
		with.prog_btf_fd = (uint32_t)bpf_object__btf_fd(object);
		with.func_info = types;
		with.func_info_cnt = ntypes;
		with.func_info_rec_size = sizeof(*types);
	}
	fd = bpf_prog_load(bpf_program__type(program), bpf_program__name(program), "Dual BSD/GPL", insns, n, &with);
	if (fd < 0)
		fd = -errno;
	free(types);
	return fd;
}
