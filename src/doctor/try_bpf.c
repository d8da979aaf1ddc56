// SPDX-License-Identifier: GPL-2.0-or-later
/* Tries maps, instructions, and programs that attach by bpf() alone. */
#include "source/bpf/kernel.h"
#include "program.h"
#include "try.h"

#include <bpf/btf.h>
#include <errno.h>
#include <unistd.h>

int try_bpf(struct trial *t)
{
	return program_bench_open(t);
}

int try_ring_buffer(struct trial *t)
{
	int fd = bpf_map_create(BPF_MAP_TYPE_RINGBUF, "ktally_doctor", 0, 0, (uint32_t)getpagesize(), NULL);

	if (fd < 0)
		return failed(t, ASKED_BPF, fd, "making the map");
	close(fd);
	return 0;
}

int try_cmpxchg(struct trial *t)
{
	errno = 0;
	return bpf_has_cmpxchg() ? 0 : failed(t, ASKED_BPF, errno ? -errno : -EINVAL, "loading the program");
}

int try_statistics(struct trial *t)
{
	int fd = bpf_enable_stats(BPF_STATS_RUN_TIME);

	if (fd < 0)
		return failed(t, ASKED_BPF, fd, "switching them on");
	close(fd);
	return 0;
}

/* All programs here attach by bpf(BPF_RAW_TRACEPOINT_OPEN). Only raw tracepoints need the name. */
static int attach_and_run(struct trial *t, int program, const char *name)
{
	int link, err;

	if (program < 0)
		return program;
	link = bpf_raw_tracepoint_open(name, program);
	err = link < 0 ? failed(t, ASKED_BPF, link, "attaching the program") : program_runs(t, trial_rename);
	if (link >= 0)
		close(link);
	close(program);
	return err;
}

int try_raw_tracepoint(struct trial *t)
{
	return attach_and_run(t, program_load(t, BPF_PROG_TYPE_RAW_TRACEPOINT, 0, 0), TRIAL_EVENT);
}

static int try_tracing(struct trial *t, enum bpf_attach_type type, const char *name, unsigned kind)
{
	int id = program_btf_id(t, name, kind);

	return id < 0 ? id : attach_and_run(t, program_load(t, BPF_PROG_TYPE_TRACING, type, (uint32_t)id), NULL);
}

int try_tp_btf(struct trial *t)
{
	return try_tracing(t, BPF_TRACE_RAW_TP, "btf_trace_" TRIAL_EVENT, BTF_KIND_TYPEDEF);
}

int try_fentry(struct trial *t)
{
	return try_tracing(t, BPF_TRACE_FENTRY, TRIAL_FUNCTION, BTF_KIND_FUNC);
}

int try_fexit(struct trial *t)
{
	return try_tracing(t, BPF_TRACE_FEXIT, TRIAL_FUNCTION, BTF_KIND_FUNC);
}

/* The kernel requires BTF types for keys and values of this map. */
static int task_storage_map(void)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = BPF_F_NO_PREALLOC, .btf_key_type_id = 1,
				.btf_value_type_id = 2);
	struct btf *btf = btf__new_empty();
	int fd = -ENOMEM;

	if (btf && btf__add_int(btf, "int", 4, BTF_INT_SIGNED) == 1 && btf__add_int(btf, "u64", 8, 0) == 2)
		fd = btf__load_into_kernel(btf);
	if (fd >= 0) {
		opts.btf_fd = (uint32_t)btf__fd(btf);
		fd = bpf_map_create(BPF_MAP_TYPE_TASK_STORAGE, "ktally_doctor", 4, 8, 0, &opts);
	}
	btf__free(btf);
	return fd;
}

/* The program counts if the renamed task (the first argument) gets its storage. */
static int task_storage_program(struct trial *t, int map, uint32_t id)
{
	const struct bpf_insn code[] = {
		{.code = BPF_LDX | BPF_MEM | BPF_DW, .dst_reg = 2, .src_reg = 1},
		/* NOLINTNEXTLINE(misc-redundant-expression): two of these are names of 0 */
		{.code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = 1, .src_reg = BPF_PSEUDO_MAP_FD, .imm = map},
		{0},
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 3},
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 4, .imm = BPF_LOCAL_STORAGE_GET_F_CREATE},
		{.code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_task_storage_get},
		{.code = BPF_JMP | BPF_JEQ | BPF_K, .dst_reg = 0, .off = 4},
		PROGRAM_COUNT(t->bench->counts),
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0},
		{.code = BPF_JMP | BPF_EXIT},
	};

	return program_load_code(t, BPF_PROG_TYPE_TRACING, BPF_TRACE_RAW_TP, id, code, sizeof(code) / sizeof(code[0]));
}

int try_task_storage(struct trial *t)
{
	int id = program_btf_id(t, "btf_trace_" TRIAL_EVENT, BTF_KIND_TYPEDEF), map, err;

	if (id < 0)
		return id;
	map = task_storage_map();
	if (map < 0)
		return failed(t, ASKED_BPF, map, "making the map");
	err = attach_and_run(t, task_storage_program(t, map, (uint32_t)id), NULL);
	close(map);
	return err;
}
