// SPDX-License-Identifier: GPL-2.0-or-later
#include "fentry_copies.h"

#include "object.h"

#include <bpf/bpf.h>
#include <errno.h>

int fentry_attach(struct session *s, const struct bpf_program *program, int *fd)
{
	struct bpf_link *link = bpf_program__attach_trace(program);

	*fd = bpf_program__fd(program);
	return link ? bpf_keep_link(s, link) : -errno;
}

static int load_copy(const struct bpf_program *program, __u32 id)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = bpf_program__expected_attach_type(program),
				.attach_btf_id = id);
	int fd = bpf_prog_load(BPF_PROG_TYPE_TRACING, bpf_program__name(program), "Dual BSD/GPL",
						   bpf_program__insns(program), bpf_program__insn_cnt(program), &opts);

	return fd < 0 ? -errno : fd;
}

int fentry_attach_copy(struct session *s, const struct bpf_program *program, __u32 id, int *fd)
{
	int link, err;

	*fd = load_copy(program, id);
	if (*fd < 0)
		return *fd;
	err = bpf_keep_copy(s, *fd);
	if (err)
		return err;
	link = bpf_raw_tracepoint_open(NULL, *fd);
	return link < 0 ? -errno : bpf_keep_fd(s, link);
}
