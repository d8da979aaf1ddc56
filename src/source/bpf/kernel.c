// SPDX-License-Identifier: GPL-2.0-or-later
/* What this kernel's BPF can do, found out by doing. */
#include "kernel.h"

#include "sys/kernel_btf.h"

#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* typedef void (*btf_trace_NAME)(void *context, arguments...): one parameter more than the tracepoint */
static int count_arguments(const char *name)
{
	char type[96];
	const struct btf_type *t;
	int id;

	snprintf(type, sizeof(type), "btf_trace_%s", name);
	id = kernel_btf_find(type, BTF_KIND_TYPEDEF);
	t = id > 0 ? kernel_btf_type(kernel_btf_type((__u32)id)->type) : NULL;
	t = t && btf_is_ptr(t) ? kernel_btf_type(t->type) : NULL;
	return t && btf_is_func_proto(t) ? (int)btf_vlen(t) - 1 : -1;
}

int bpf_tracepoints(struct session *s, struct wanted_tracepoint *list, size_t n)
{
	int err = kernel_btf_load(); /* dropped after the object's load */

	if (err)
		return cannot(s, err, "cannot read the kernel's BTF: %s", strerror(-err));
	for (size_t i = 0; i < n; i++)
		list[i].arguments = count_arguments(list[i].name);
	return 0;
}

int bpf_load_empty(enum bpf_prog_type type, const char *name, struct bpf_prog_load_opts *opts)
{
	static const struct bpf_insn program[] = {
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0},
		{.code = BPF_JMP | BPF_EXIT},
	};

	return bpf_prog_load(type, name, "GPL", program, 2, opts);
}

bool bpf_has_cmpxchg(void)
{
	static const struct bpf_insn program[] = {
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0},
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 1},
		{.code = BPF_STX | BPF_MEM | BPF_DW, .dst_reg = 10, .src_reg = 1, .off = -8},
		{.code = BPF_STX | BPF_ATOMIC | BPF_DW, .dst_reg = 10, .src_reg = 1, .off = -8, .imm = BPF_CMPXCHG},
		{.code = BPF_JMP | BPF_EXIT},
	};
	static bool tried, has; /* tools with programs for both ask, and so does the load of every object */
	size_t n = sizeof(program) / sizeof(program[0]);
	int fd;

	if (tried)
		return has;
	fd = bpf_prog_load(BPF_PROG_TYPE_SOCKET_FILTER, "cmpxchg", "GPL", program, n, NULL);
	tried = true;
	has = fd >= 0;
	if (has)
		close(fd);
	return has;
}

static bool exchanges(const struct bpf_insn *at)
{
	return at->code == (BPF_STX | BPF_ATOMIC | BPF_DW) && at->imm == BPF_CMPXCHG;
}

static size_t count_exchanges(const struct bpf_program *program)
{
	const struct bpf_insn *list = bpf_program__insns(program);
	size_t n = 0;

	for (size_t i = 0; i < bpf_program__insn_cnt(program); i++)
		n += exchanges(&list[i]);
	return n;
}

/* r0 holds what is compared with, and keeps it: to the program that looks like a successful exchange. */
static int make_plain(struct bpf_program *program)
{
	size_t n = bpf_program__insn_cnt(program);
	struct bpf_insn *copy = calloc(n, sizeof(*copy));
	int err;

	if (!copy)
		return -ENOMEM;
	memcpy(copy, bpf_program__insns(program), n * sizeof(*copy));
	for (size_t i = 0; i < n; i++)
		if (exchanges(&copy[i])) {
			copy[i].code = BPF_STX | BPF_MEM | BPF_DW;
			copy[i].imm = 0;
		}
	err = bpf_program__set_insns(program, copy, n);
	free(copy);
	return err;
}

int bpf_plain_stores(struct bpf_object *object)
{
	struct bpf_program *program;
	bool needed = false;
	int err = 0;

	bpf_object__for_each_program (program, object) {
		if (err || !bpf_program__autoload(program) || !count_exchanges(program))
			continue;
		if (!needed && bpf_has_cmpxchg())
			return 0;
		needed = true;
		err = make_plain(program);
	}
	return err;
}

/* A program of no effect, attached through a kprobe.multi link to a function that every kernel has (5.18) */
bool bpf_has_kprobe_multi(void)
{
	const char *symbol = "vfs_read";
	LIBBPF_OPTS(bpf_prog_load_opts, load, .expected_attach_type = BPF_TRACE_KPROBE_MULTI);
	LIBBPF_OPTS(bpf_link_create_opts, opts, .kprobe_multi.syms = &symbol, .kprobe_multi.cnt = 1);
	int fd = bpf_load_empty(BPF_PROG_TYPE_KPROBE, "multi", &load), link;

	if (fd < 0)
		return false;
	link = bpf_link_create(fd, 0, BPF_TRACE_KPROBE_MULTI, &opts);
	close(fd);
	if (link >= 0)
		close(link);
	return link >= 0;
}

bool bpf_has_cookies(void)
{
	return libbpf_probe_bpf_helper(BPF_PROG_TYPE_KPROBE, BPF_FUNC_get_attach_cookie, NULL) == 1;
}

bool kernel_has_helper(enum bpf_func_id helper)
{
	int id = kernel_btf_find("bpf_func_id", BTF_KIND_ENUM);

	return id > 0 && btf_vlen(kernel_btf_type((__u32)id)) > helper;
}

bool bpf_has_kprobe(void)
{
	return !access("/sys/bus/event_source/devices/kprobe/type", R_OK);
}

/* With kernel.perf_event_paranoid=3, Debian's default, CAP_PERFMON is not enough. */
bool bpf_may_kprobe(void)
{
	struct perf_event_attr attr = {.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr), .config = PERF_COUNT_SW_DUMMY};
	int fd =
		bpf_has_kprobe() ? (int)syscall(SYS_perf_event_open, &attr, -1, sched_getcpu(), -1, PERF_FLAG_FD_CLOEXEC) : -1;

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

bool bpf_multi_misses_nothing(void)
{
	return !kernel_btf_load() && kernel_btf_find("fprobe_hlist", BTF_KIND_STRUCT) > 0 && bpf_has_kprobe_multi();
}

/* Kernels that cannot attach it load the program all the same. */
bool bpf_has_trampoline(__u32 btf_id, enum bpf_attach_type type)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = type, .attach_btf_id = btf_id);
	int fd = bpf_load_empty(BPF_PROG_TYPE_TRACING, "trampoline", &opts), link;

	link = fd < 0 ? -1 : bpf_raw_tracepoint_open(NULL, fd);
	if (link >= 0)
		close(link);
	if (fd >= 0)
		close(fd);
	return link >= 0;
}
