// SPDX-License-Identifier: GPL-2.0-or-later
#include "user_attach.h"

#include "sys/uprobe_multi.h"
#include "attach_many.h"
#include "object.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define AT_ONCE 512 /* takes a tenth of a second or two */

struct attaching {
	struct session *s;
	const struct bpf_program *program;
	const struct user_places *places;
};

pid_t user_attach_process(const struct session *s)
{
	return s->set->npids == 1 ? (pid_t)s->set->pids[0] : -1;
}

bool user_attach_has_multi(const struct session *s)
{
	return user_attach_process(s) < 0 ? uprobe_multi_works() : uprobe_multi_sees_threads();
}

void user_attach_use_multi(struct bpf_program *program)
{
	bpf_program__set_expected_attach_type(program, (enum bpf_attach_type)TRACE_UPROBE_MULTI);
}

bool user_attach_is_multi(const struct bpf_program *program)
{
	return (unsigned)bpf_program__expected_attach_type(program) == TRACE_UPROBE_MULTI;
}

static const char *file_of(const struct user_places *p, size_t i)
{
	return p->files ? p->files[i] : p->file;
}

static bool same_file(void *with, size_t i)
{
	const struct user_places *p = ((const struct attaching *)with)->places;

	return !strcmp(file_of(p, i), file_of(p, i - 1));
}

static int attach_one(void *with, size_t i, size_t n)
{
	const struct attaching *a = with;
	const struct user_places *p = a->places;
	const struct function *f = &p->functions->list[i];
	LIBBPF_OPTS(bpf_uprobe_opts, opts, .retprobe = p->is_return, .ref_ctr_offset = f->semaphore,
				.bpf_cookie = p->cookie ? p->cookie(i) : 0);
	struct bpf_link *link = bpf_program__attach_uprobe_opts(a->program, user_attach_process(a->s), file_of(p, i),
															f->address + p->offset, &opts);

	(void)n; /* it is 1 */
	return link ? bpf_keep_link(a->s, link) : -errno;
}

/* words: room for three of each place */
static int attach_link(const struct attaching *a, size_t from, size_t n, uint64_t *words)
{
	const struct user_places *p = a->places;
	struct uprobe_multi multi = {
		.path = file_of(p, from),
		.pid = user_attach_process(a->s) < 0 ? 0 : user_attach_process(a->s),
		.is_return = p->is_return,
		.n = (uint32_t)n,
		.offsets = words,
		.cookies = words + n,
	};
	int fd;

	for (size_t i = 0; i < n; i++) {
		const struct function *f = &p->functions->list[from + i];

		words[i] = f->address + p->offset;
		words[n + i] = p->cookie ? p->cookie(from + i) : 0;
		words[2 * n + i] = f->semaphore;
		if (f->semaphore)
			multi.semaphores = words + 2 * n;
	}
	fd = uprobe_multi_link(bpf_program__fd(a->program), &multi);
	return fd < 0 ? fd : bpf_keep_fd(a->s, fd);
}

static int attach_some(void *with, size_t from, size_t n)
{
	uint64_t *words = calloc(n, 3 * sizeof(*words));
	int err = words ? attach_link(with, from, n, words) : -ENOMEM;

	free(words);
	return err;
}

int user_attach(struct session *s, const struct bpf_program *program, const struct user_places *places)
{
	struct attaching a = {s, program, places};
	bool multi = user_attach_is_multi(program);
	struct attach_set set = {
		.list = places->functions->list,
		.n = places->functions->n,
		.attach = multi ? attach_some : attach_one,
		.with = &a,
		.at_once = multi,
		.at_most = AT_ONCE,
		.same = same_file,
		.fatal = -ESRCH,
		.what = "of these user functions",
	};
	const char *const names[] = {"uprobe", "uprobe_multi", "uretprobe", "uretprobe_multi"};
	int err;

	if (!set.n)
		return 0;
	s->attach = names[2 * places->is_return + multi];
	err = attach_many(s, &set);
	return err == -ESRCH ? cannot(s, err, "no process %d", (int)user_attach_process(s)) : err;
}
