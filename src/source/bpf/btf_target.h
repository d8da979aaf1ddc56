/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_target.h - programs that attach to a type of the kernel's BTF. This looks for the type, not libbpf, which would
 * read all of the BTF: parts of a libbpf_prog_handler_opts.
 */
#pragma once

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

int btf_target_later(struct bpf_program *program);									  /* for prog_setup_fn */
int btf_target_set(struct bpf_prog_load_opts *opts, const char *name, unsigned kind); /* for prog_prepare_load_fn */
int btf_target_attach(const struct bpf_program *program, long cookie, struct bpf_link **link); /* prog_attach_fn */
