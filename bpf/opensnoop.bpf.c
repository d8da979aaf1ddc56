// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * opensnoop - open, openat, openat2 and creat with their results.
 *
 * Everything is read when the call returns: the registers still hold its arguments, and the path, which
 * the kernel has just read itself, is in memory then (before, it may not be). So there is nothing to
 * remember from the entry, and one program is all.
 */
#include "abi.bpf.h"
#include "events.bpf.h"
#include "filter.bpf.h"
#include "folders.bpf.h"
#include "stacks.bpf.h"
#include <bpf/bpf_tracing.h>
#include <ktally/opensnoop.h>
#include <linux/fcntl.h>

#ifndef __NR_openat2
#define __NR_openat2 437
#endif

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool failed_only = false, full_paths = false, with_callers = false;
const volatile struct open_flags wanted = {};
const volatile struct open_search search = {};

/* A row on its way: too large for the stack. The kernel runs a program once at a time on a CPU. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct open_row);
} rows SEC(".maps");

struct call {
	s32 dirfd;
	u32 flags, mode;
	const char *path;
};

static __always_inline void read_how(struct call *c, const void *user)
{
	u64 how[2] = {}; /* struct open_how: flags, mode, ... */

	bpf_probe_read_user(how, sizeof(how), user);
	c->flags = how[0];
	c->mode = how[1];
}

static __always_inline bool read_call_64(struct pt_regs *regs, struct call *c)
{
	switch (syscall_number(regs)) {
	case __NR_openat:
		*c = (struct call){syscall_arg(regs, 0), syscall_arg(regs, 2), syscall_arg(regs, 3),
						   (void *)syscall_arg(regs, 1)};
		return true;
	case __NR_openat2:
		c->dirfd = syscall_arg(regs, 0);
		c->path = (void *)syscall_arg(regs, 1);
		read_how(c, (void *)syscall_arg(regs, 2));
		return true;
#ifdef __NR_open
	case __NR_open:
		c->path = (void *)syscall_arg(regs, 0);
		c->flags = syscall_arg(regs, 1);
		c->mode = syscall_arg(regs, 2);
		return true;
	case __NR_creat:
		c->path = (void *)syscall_arg(regs, 0);
		c->flags = O_CREAT | O_WRONLY | O_TRUNC;
		c->mode = syscall_arg(regs, 1);
		return true;
#endif
	}
	return false;
}

static __always_inline void *pointer_32(struct pt_regs *regs, const u32 i)
{
	return (void *)(u64)syscall_arg_32(regs, i);
}

static __always_inline bool read_call_32(struct pt_regs *regs, struct call *c)
{
	switch (syscall_number(regs)) {
	case NR32_OPENAT:
		*c = (struct call){syscall_arg_32(regs, 0), syscall_arg_32(regs, 2), syscall_arg_32(regs, 3),
						   pointer_32(regs, 1)};
		return true;
	case NR32_OPENAT2:
		c->dirfd = syscall_arg_32(regs, 0);
		c->path = pointer_32(regs, 1);
		read_how(c, pointer_32(regs, 2));
		return true;
	case NR32_OPEN:
		c->path = pointer_32(regs, 0);
		c->flags = syscall_arg_32(regs, 1);
		c->mode = syscall_arg_32(regs, 2);
		return true;
	case NR32_CREAT:
		c->path = pointer_32(regs, 0);
		c->flags = O_CREAT | O_WRONLY | O_TRUNC;
		c->mode = syscall_arg_32(regs, 1);
		return true;
	}
	return false;
}

/* The number first, of whichever table: most calls are none of these */
static __always_inline bool may_open(u32 number)
{
	switch (number) {
	case __NR_openat:
	case __NR_openat2: /* the same in both */
#ifdef __NR_open
	case __NR_open:
	case __NR_creat:
#endif
	case NR32_OPENAT:
	case NR32_OPEN:
	case NR32_CREAT:
		return true;
	}
	return false;
}

static __always_inline bool read_call(struct pt_regs *regs, struct call *c)
{
	c->dirfd = AT_FDCWD;
	if (!may_open(syscall_number(regs)))
		return false;
	return call_is_32bit(regs) ? read_call_32(regs, c) : read_call_64(regs, c);
}

static __always_inline struct open_row *row_of(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&rows, &zero);
}

/*
 * Two global functions: the verifier walks each once by itself, not again for every way that leads to it.
 * One jump a byte: it walks all 4096 rounds, and each open jump counts against its limit.
 */
__noinline int path_wanted(void)
{
	struct open_row *row = search.accept ? row_of() : NULL;
	u64 states = 1;

	if (!row)
		return 1;
	for (u32 i = 0; i < OPEN_PATH; i++) {
		if (i + 1 >= row->length) /* the last one is the NUL */
			break;
		states = open_search_step(&search, states, row->path[i]);
	}
	return (states & search.accept) != 0;
}

static __always_inline void read_path(struct open_row *row, const char *path)
{
	/* one byte more than a path can have: a longer one, which the call has refused, shows that it was cut */
	long n = bpf_probe_read_user_str(row->path, OPEN_PATH + 1, path);

	row->length = n > 0 ? n : 1;
	if (n <= 0)
		row->path[0] = '\0';
	if (n == OPEN_PATH + 1)
		__builtin_memcpy(row->path + OPEN_PATH - 5, "[...]", 6);
}

/* After the path. Returns how far the row is used then. */
__noinline int read_folders(s32 dirfd)
{
	struct open_row *row = full_paths ? row_of() : NULL;
	struct folders f = {};

	if (!row)
		return 0;
	f.at = row->length & (2 * OPEN_PATH - 1);
	if (row->length > 1 && row->path[0] != '/')
		folders_read(&f, dirfd, row->path);
	row->nfolders = f.n;
	row->cut = f.cut;
	row->resolved = f.resolved;
	return f.at;
}

static __always_inline int leave(void *ctx, struct pt_regs *regs, s32 result)
{
	u64 id = bpf_get_current_pid_tgid();
	struct open_row *row;
	struct call call = {};
	u32 length;

	if (!read_call(regs, &call))
		return 0;
	if ((failed_only && result >= 0) || !task_wanted())
		return 0;
	if ((wanted.any || wanted.modes) && !open_flags_wanted(call.flags, wanted.any, wanted.modes))
		return 0;
	row = row_of();
	if (!row)
		return 0;
	read_path(row, call.path);
	if (search.accept && !path_wanted())
		return 0;
	length = full_paths ? read_folders(call.dirfd) : row->length;
	row->callers = with_callers ? stack_user(ctx, UNWIND_TASK) : 0;
	row->time_ns = bpf_ktime_get_ns();
	row->pid = id >> 32;
	row->tid = id;
	row->uid = bpf_get_current_uid_gid();
	row->fd = result < 0 ? -1 : result;
	row->error = result < 0 ? result : 0;
	row->flags = call.flags;
	row->mode = call.mode;
	bpf_get_current_comm(row->comm, sizeof(row->comm));
	events_send(row, offsetof(struct open_row, path) + (length & (4 * OPEN_PATH - 1)));
	return 0;
}

SEC("?tp_btf/sys_exit")
int sys_exit(u64 *ctx)
{
	return leave(ctx, (void *)ctx[0], ctx[1]);
}

SEC("?tracepoint/raw_syscalls/sys_exit")
int sys_exit_classic(struct syscall_event *e)
{
	return may_open(e->number) ? leave(e, syscall_regs(), e->result) : 0;
}
