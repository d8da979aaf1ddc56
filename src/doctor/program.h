/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * program.h - the BPF programs of the trials. They are a few instructions that count, so they need no object file:
 * each is loaded by a bpf() call of its own, and the trial sees the error of that call.
 */
#pragma once

#include "trial.h"

#include <bpf/bpf.h>

/* Makes the map in which programs count, and reads the kernel's BTF if it can. 0, or -errno after failed() */
int program_bench_open(struct trial *t);
void program_bench_close(struct bench *b);

/* Loads a program that adds one to the count. A descriptor, which the caller closes, or -errno after failed() */
int program_load(struct trial *t, enum bpf_prog_type type, unsigned attach_type, uint32_t btf_id);
int program_load_code(struct trial *t, enum bpf_prog_type type, unsigned attach_type, uint32_t btf_id,
					  const struct bpf_insn *code, size_t n);
/* count += 1, for use in other code; overwrites r1 and r2 */
#define PROGRAM_COUNT(fd)                                                                                 \
	{.code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = 1, .src_reg = BPF_PSEUDO_MAP_VALUE, .imm = (fd)}, {0}, \
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 2, .imm = 1},                                    \
	{                                                                                                     \
		.code = BPF_STX | BPF_ATOMIC | BPF_DW, .dst_reg = 1, .src_reg = 2, .imm = BPF_ADD                 \
	}

/* Checks that fire() makes an attached program run. 0, or -errno after failed() */
int program_runs(struct trial *t, void (*fire)(void));

/* Id of a type in the kernel's BTF ("btf_trace_sched_switch", BTF_KIND_TYPEDEF), or -errno after unusable() */
int program_btf_id(struct trial *t, const char *name, unsigned kind);
