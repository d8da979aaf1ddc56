/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * user_attach.h - a program at many functions or static probes of programs and libraries (attach_many.h). Those of one
 * file share a link where the kernel has it (uprobe.multi, 6.6), which needs CAP_BPF and CAP_PERFMON only; else each
 * has a perf event, which needs CAP_SYS_ADMIN.
 */
#pragma once

#include "session/session.h"
#include "sys/functions.h"

#include <bpf/libbpf.h>

struct user_places {
	const struct functions *functions; /* those of a file are neighbours */
	char *const *files;				   /* of each function; NULL: `file` has them all */
	const char *file;
	uint64_t offset; /* from each function's address */
	bool is_return;
	uint64_t (*cookie)(size_t i); /* of each function; NULL: 0 */
};

/* The one process of the command line that the probes are for, or -1 */
pid_t user_attach_process(const struct session *s);

/* Has this kernel the link, for these processes? Takes milliseconds to try */
bool user_attach_has_multi(const struct session *s);
/* Before the load: this program is to be attached by the link. */
void user_attach_use_multi(struct bpf_program *program);
bool user_attach_is_multi(const struct bpf_program *program);

/* The source owns the links. Sets s->attach. 0, or -errno with s->why set */
int user_attach(struct session *s, const struct bpf_program *program, const struct user_places *places);
