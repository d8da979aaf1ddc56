// SPDX-License-Identifier: GPL-2.0-or-later
#include "mapped.h"

#include "base/log.h"
#include "sys/kernel_btf.h"
#include "sys/kernel_btf_reduce.h"
#include "sys/mappings.h"
#include "sys/pid_namespace.h"
#include "sys/usyms.h"
#include "btf_target.h"
#include "mapped.skel.h"
#include "pids.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <ktally/mapped.h>

#define ROOM (256 << 10)

/* ---- the program ---- */

static int set_up(struct bpf_program *program, long cookie)
{
	(void)cookie;
	return btf_target_later(program);
}

static int prepare(struct bpf_program *program, struct bpf_prog_load_opts *opts, long cookie)
{
	(void)program;
	(void)cookie;
	return btf_target_set(opts, "bpf_iter_task_vma", BTF_KIND_FUNC);
}

/* libbpf would read all of the kernel's BTF to find the target, which takes ten times as long as the rest. */
int mapped_register(void)
{
	static int handler;
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .prog_setup_fn = set_up, .prog_prepare_load_fn = prepare);

	if (handler <= 0)
		handler = libbpf_register_prog_handler("iter/task_vma", BPF_PROG_TYPE_TRACING, BPF_TRACE_ITER, &opts);
	return handler < 0 ? handler : 0;
}

static struct mapped_bpf *object;

static int load(int btf)
{
	int err = kernel_btf_reduce(bpf_object__btf(object->obj), btf);

	object->rodata->with_data = usyms_have_data();
	object->rodata->page_shift = (__u32)__builtin_ctzl((unsigned long)sysconf(_SC_PAGESIZE));
	return err ? err : mapped_bpf__load(object);
}

void mapped_drop(void)
{
	mapped_bpf__destroy(object);
	object = NULL;
}

void mapped_load(const struct session *s)
{
	int btf = s->set->npids ? -1 : memfd_create("btf", MFD_CLOEXEC);
	struct bpf_object_open_opts opts = {.sz = sizeof(opts)};
	char path[32];

	if (btf < 0)
		return;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", btf);
	opts.btf_custom_path = path;
	object = mapped_bpf__open_opts(&opts);
	if (object && load(btf))
		mapped_drop();
	close(btf);
}

/* ---- what it says ---- */

struct reader {
	uint32_t tgid; /* of maps */
	struct mappings maps;
};

static void end_process(struct reader *r)
{
	if (r->maps.n)
		usyms_add(pids_local(r->tgid), &r->maps);
	r->maps = (struct mappings){0};
}

static void take(struct reader *r, const struct mapped *one)
{
	static const char *const names[] = {"", "[vdso]", "[heap]", "[stack]"};
	struct mapping m = {
		.start = one->start,
		.end = one->end,
		.offset = one->offset,
		.inode = one->inode,
		.major = one->device >> 20,
		.minor = one->device & 0xfffff,
		.code = one->code,
	};

	if (one->tgid != r->tgid)
		end_process(r);
	r->tgid = one->tgid;
	m.path = (char *)(one->inode ? one->path : names[one->kind & 3]);
	mappings_add(&r->maps, &m);
}

/* The rows that are whole; returns their bytes. */
static size_t take_all(struct reader *r, const char *data, size_t n)
{
	size_t at = 0;

	while (n - at >= sizeof(struct mapped)) {
		const struct mapped *one = (const void *)(data + at);
		size_t length = sizeof(*one) + ((one->length + 7) & ~7U);

		if (n - at < length)
			break;
		take(r, one);
		at += length;
	}
	return at;
}

static int read_rows(int fd)
{
	char *data = malloc(ROOM);
	struct reader r = {0};
	size_t left = 0, taken;
	ssize_t n = data ? 1 : -1;

	while (data && (n = read(fd, data + left, ROOM - left)) > 0) {
		taken = take_all(&r, data, left + (size_t)n);
		left += (size_t)n - taken;
		memmove(data, data + taken, left);
	}
	end_process(&r);
	free(data);
	return n < 0 ? -EIO : 0;
}

/* Closes what it opened: the object stays */
static int walk(const struct bpf_program *program)
{
	struct bpf_link *link = bpf_program__attach_iter(program, NULL);
	int fd = link ? bpf_iter_create(bpf_link__fd(link)) : -1, err = fd < 0 ? -ENOTSUP : read_rows(fd);

	if (fd >= 0)
		close(fd);
	bpf_link__destroy(link);
	return err;
}

void mapped_read(const struct session *s)
{
	if (s->set->npids) {
		for (uint32_t i = 0; i < s->set->npids; i++)
			usyms_read(s->set->pids[i]);
		return;
	}
	if (!object || walk(object->progs.each_mapping)) {
		debug("mappings are read from /proc");
		usyms_read_all();
	}
	mapped_drop();
}
