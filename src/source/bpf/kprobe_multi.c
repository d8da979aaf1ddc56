// SPDX-License-Identifier: GPL-2.0-or-later
#include "kprobe_multi.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <string.h>

static int attach(const struct bpf_program *program, long cookie, struct bpf_link **link)
{
	const char *function = strchr(bpf_program__section_name(program), '/') + 1;
	LIBBPF_OPTS(bpf_kprobe_multi_opts, opts, .syms = &function, .cnt = 1);

	(void)cookie;
	*link = bpf_program__attach_kprobe_multi_opts(program, NULL, &opts);
	return *link ? 0 : -errno;
}

int kprobe_multi_register(void)
{
	static int handler;
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .prog_attach_fn = attach);

	if (handler <= 0)
		handler = libbpf_register_prog_handler("kprobe.multi/", BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_MULTI, &opts);
	return handler < 0 ? handler : 0;
}
