// SPDX-License-Identifier: GPL-2.0-or-later
#include "btf_target.h"

#include "sys/kernel_btf.h"

#include <errno.h>
#include <limits.h>

/* Pretends that the target is another program: then libbpf does not look for it in the kernel's BTF. Any number will
 * do, since btf_target_set() takes it back. */
int btf_target_later(struct bpf_program *program)
{
	return bpf_program__set_attach_target(program, INT_MAX, NULL);
}

int btf_target_set(struct bpf_prog_load_opts *opts, const char *name, unsigned kind)
{
	int id, err = kernel_btf_load();

	if (err)
		return err;
	id = kernel_btf_find(name, kind);
	if (id < 0)
		return -ESRCH;
	opts->attach_prog_fd = 0;
	opts->attach_btf_id = (__u32)id;
	return 0;
}

int btf_target_attach(const struct bpf_program *program, long cookie, struct bpf_link **link)
{
	(void)cookie;
	*link = bpf_program__attach_trace(program);
	return *link ? 0 : -errno;
}
