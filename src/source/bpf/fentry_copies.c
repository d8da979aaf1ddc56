// SPDX-License-Identifier: GPL-2.0-or-later
#include "fentry_copies.h"

#include "attach_many.h"
#include "object.h"
#include "program_copy.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <unistd.h>

struct attaching {
	struct session *s;
	const struct fentry_set *set;
};

/* The copy, which is the source's, or -errno */
static int load_copy(struct session *s, const struct bpf_program *program, int id)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = bpf_program__expected_attach_type(program),
				.attach_btf_id = (__u32)id);
	int fd, err;

	if (id < 0)
		return id;
	fd = program_copy(bpf_object_of(s), program, bpf_program__insns(program), bpf_program__insn_cnt(program), &opts);
	if (fd < 0)
		return fd;
	err = bpf_keep_copy(s, fd);
	return err ? err : fd;
}

/* The link, or -errno */
static int attach_program(const struct attaching *a, const struct bpf_program *program, size_t i)
{
	int fd = i == a->set->own ? bpf_program__fd(program) : load_copy(a->s, program, a->set->ids[i]), link;

	if (fd < 0)
		return fd;
	link = bpf_raw_tracepoint_open(NULL, fd);
	return link < 0 ? -errno : link;
}

static int attach(void *with, size_t i, size_t n)
{
	const struct attaching *a = with;
	int first = attach_program(a, a->set->programs[0], i), second = -1, err;

	(void)n; /* it is 1 */
	if (first < 0)
		return first;
	if (a->set->programs[1])
		second = attach_program(a, a->set->programs[1], i);
	if (a->set->programs[1] && second < 0) {
		close(first);
		return second;
	}
	err = bpf_keep_fd(a->s, first);
	return second < 0 ? err : bpf_keep_fd(a->s, second) ? -ENOMEM : err;
}

int fentry_attach(struct session *s, const struct functions *f, const struct fentry_set *set)
{
	struct attaching a = {s, set};
	struct attach_set functions = {
		.list = f->list, .n = f->n, .attach = attach, .with = &a, .what = "of these functions"};

	return attach_many(s, &functions);
}
