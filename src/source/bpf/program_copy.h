/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * program_copy.h - loads instructions that libbpf has relocated once more: at another hook, or with another number in
 * them.
 */
#pragma once

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <stddef.h>

/*
 * The n instructions, with the types of the functions of the loaded program they were copied from. Without types the
 * verifier takes global functions for static ones: it follows every call of them, and gives up. Which function begins
 * where, the kernel tells for its own, rewritten instructions alone, but in the same order.
 * opts: expected_attach_type and attach_btf_id, or NULL. Returns a file that the caller owns, or -errno.
 */
int program_copy(const struct bpf_object *object, const struct bpf_program *program, const struct bpf_insn *insns,
				 size_t n, const struct bpf_prog_load_opts *opts);
