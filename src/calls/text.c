// SPDX-License-Identifier: GPL-2.0-or-later
/* A call as text: which writer each argument has, and what is around them. */
#include "plan.h"
#include "write.h"

#include <inttypes.h>
#include <ktally/syscount.h>
#include <string.h>

static const struct {
	writer *write;
	uint8_t with; /* replaces that of calls.def */
} writers[KINDS] = {
	[K_PATH] = {arg_path, 0},
	[K_PATHE] = {arg_path, 0},
	[K_STR] = {arg_string, 0},
	[K_STR250] = {arg_string, 250},
	[K_BUF_IN] = {arg_buffer_in, 0},
	[K_BUF_OUT] = {arg_buffer_out, 0},
	[K_XATTR_OUT] = {arg_buffer_out, 0},
	[K_RANDOM] = {arg_random, 0},
	[K_CWD] = {arg_cwd, 0},
	[K_IN] = {arg_type, 0},
	[K_INE] = {arg_type, 0},
	[K_OUT] = {arg_type_out, 0},
	[K_RUSAGE] = {arg_type_out, T_RUSAGE},
	[K_OUTD] = {arg_array_out, K_INT},
	[K_OUTU] = {arg_array_out, K_UINT},
	[K_OUTX] = {arg_array_out, K_XLONG},
	[K_OUTLD] = {arg_array_out, K_LONG},
	[K_OUTLU] = {arg_array_out, K_ULONG},
	[K_OUTLL] = {arg_array_out, K_S64},
	[K_OFF_IO] = {arg_offset, 0},
	[K_IOV_IN] = {arg_iov, 0},
	[K_IOV_OUT] = {arg_iov, 0},
	[K_IOV_PTR] = {arg_iov, 0},
	[K_ARGV] = {arg_strings, 0},
	[K_ENVP] = {arg_strings_count, 0},
	[K_DIRENTS] = {arg_dirents, 0},
	[K_FDPAIR] = {arg_fd_pair, 0},
	[K_GIDS_IN] = {arg_gids, 0},
	[K_GIDS_OUT] = {arg_gids, 0},
	[K_UTIMES] = {arg_utimes, 0},
	[K_MSG_IN] = {arg_message, 0},
	[K_MSG_OUT] = {arg_message, 0},
	[K_MMSG_IN] = {arg_messages, 0},
	[K_MMSG_OUT] = {arg_messages, 0},
	[K_SEMBUFS] = {arg_semaphores, 0},
	[K_MSGBUF_IN] = {arg_queued, 0},
	[K_MSGBUF_OUT] = {arg_queued, 0},
	[K_SOCKADDR_IN] = {arg_sockaddr_in, 0},
	[K_SOCKADDR_OUT] = {arg_sockaddr_out, 0},
	[K_LENGTH_IO] = {arg_length, 0},
	[K_SIGSET_IN] = {arg_signal_set, 0},
	[K_SIGSET_OUT] = {arg_signal_set_out, 0},
	[K_FRAME] = {arg_frame, 0},
	[K_SIGSET_ARG] = {arg_signal_set_arg, 0},
	[K_CPUSET_IN] = {arg_cpus, 0},
	[K_CPUSET_OUT] = {arg_cpus, 0},
	[K_CAPS_IN] = {arg_caps, 0},
	[K_CAPS_OUT] = {arg_caps, 0},
	[K_WSTATUS] = {arg_wait_status, 0},
	[K_POLLFD] = {arg_poll, 0},
	[K_FDSET] = {arg_fd_set, 0},
	[K_SELECT_TIME] = {arg_select_time, 0},
	[K_LEFT] = {arg_select_time, 0},
	[K_REMAINING] = {arg_remaining, 0},
	[K_EPOLL_EVENT] = {arg_epoll_event, 0},
	[K_EPOLL_OUT] = {arg_epoll_out, 0},
	[K_CLONE] = {arg_clone, 0},
	[K_CLONE3] = {arg_clone3, 0},
	[K_IO_URING_PARAMS] = {arg_uring, 0},
	[K_MQ_ATTR] = {arg_mq_attr, 0},
	[K_PERF_ATTR] = {arg_perf, 0},
	[K_BPF_ATTR] = {arg_bpf, 0},
	[K_SIGEVENT] = {arg_sigevent, 0},
	[K_OPEN_MODE] = {arg_open_mode, 0},
	[K_ACCESS] = {arg_access, 0},
	[K_STATX_FLAGS] = {arg_statx_flags, 0},
	[K_MKNOD_MODE] = {arg_mknod_mode, 0},
	[K_MMAP_FLAGS] = {arg_mmap_flags, 0},
	[K_MOUNT_TYPE] = {arg_mount_type, 0},
	[K_MOUNT_DATA] = {arg_string, 0},
	[K_IPC_MODE] = {arg_ipc_mode, 0},
	[K_FUTEX_OP] = {arg_futex_op, 0},
	[K_FUTEX_ARG] = {arg_futex_arg, 0},
	[K_SOCK_TYPE] = {arg_sock_type, 0},
	[K_SOCK_PROTO] = {arg_sock_protocol, 0},
	[K_SOCK_OPT] = {arg_sock_option, 0},
	[K_SOCK_VAL_IN] = {arg_sock_value, 0},
	[K_SOCK_VAL_OUT] = {arg_sock_value, 0},
	[K_FCNTL_ARG] = {arg_fcntl, 0},
	[K_IOCTL_CMD] = {arg_ioctl_command, 0},
	[K_IOCTL_ARG] = {arg_ioctl, 0},
	[K_PRCTL_ARG] = {arg_prctl, 0},
	[K_ARCH_ARG] = {arg_arch, 0},
	[K_PERSONALITY] = {arg_personality, 0},
	[K_SCHED_POLICY] = {arg_policy, 0},
	[K_SECCOMP_FLAGS] = {arg_seccomp_flags, 0},
	[K_SECCOMP_ARG] = {arg_seccomp, 0},
	[K_RSEQ_FLAGS] = {arg_rseq_flags, 0},
	[K_IOPRIO] = {arg_ioprio, 0},
};

static void write_argument(struct text *t, unsigned arg)
{
	const struct call_arg *a = &t->call->args[arg];
	uint64_t v = argument(t, arg);

	if (a->kind < KINDS && writers[a->kind].write)
		writers[a->kind].write(t, arg, writers[a->kind].with ? writers[a->kind].with : a->with);
	else if (a->kind == K_FD || a->kind == K_FDE)
		write_fd(t, arg, 0, (int)v);
	else if (a->kind == K_ATFD)
		write_number(t, K_ATFD, 0, v), write_descriptor(t, arg, 0);
	else if (a->kind == K_OPEN_FLAGS)
		write_open_flags(t, (uint32_t)v);
	else if (a->kind == K_MODE)
		out_octal(t->out, (uint16_t)v);
	else if (a->kind == K_MREMAP_ADDR)
		write_pointer(t, v);
	else if (a->kind == K_MKNOD_DEV)
		write_dev(t, (uint32_t)v);
	else if (a->kind == K_LLONG && t->word == 4)
		write_number(t, K_S64, 0, v | argument(t, arg + 1) << 32);
	else
		write_number(t, a->kind, a->with, v);
}

static struct text begin(struct text_out *out, const struct trace_row *row, const struct call_style *style)
{
	enum machine m = call_machine(row->call, style->machine);

	return (struct text){
		.out = out,
		.row = row,
		.style = style,
		.call = call_of(row->call, style->machine),
		.machine = m,
		.word = m == MACHINE_I386 || m == MACHINE_ARM || row->call & SYSCOUNT_32BIT ? 4 : 8,
	};
}

static void write_item(struct text *t, unsigned arg)
{
	struct text_out *o = t->out;
	struct text_item item;
	char name[32];

	if (o->nitems)
		out_text(o, ", ");
	if (t->style->names && t->call && call_argument_name(name, sizeof(name), t->call, arg) > 0)
		out_format(o, "%s: ", name);
	item.at = (uint32_t)o->length;
	if (t->call)
		write_argument(t, arg);
	else
		out_hex(o, argument(t, arg));
	item.length = (uint32_t)o->length - item.at;
	if (o->nitems < TEXT_ITEMS)
		o->items[o->nitems++] = item;
}

void call_row_name(struct text_out *out, const struct trace_row *row, const struct call_style *style)
{
	struct text t = begin(out, row, style);
	char name[40];

	if ((row->call & SYSCOUNT_NOBODYS) == SYSCOUNT_32BIT)
		out_text(out, style->machine == MACHINE_AARCH64 ? "arm:" : "i386:");
	else if ((row->call & SYSCOUNT_NOBODYS) == SYSCOUNT_X32)
		out_text(out, "x32:");
	if (t.call && call_name(name, sizeof(name), t.call) > 0)
		out_text(out, name);
	else
		out_format(out, "syscall_%#x", row->call & ~SYSCOUNT_NOBODYS);
}

size_t call_text(struct text_out *out, const struct trace_row *row, const struct call_style *style)
{
	struct text t = begin(out, row, style);
	size_t known = 0;
	unsigned used;

	out->nitems = 0;
	call_row_name(out, row, style);
	out_char(out, '(');
	used = t.call ? arguments_used(&t) : (1U << TRACE_ARGS) - 1;
	for (unsigned arg = 0; arg < TRACE_ARGS; arg++) {
		if (!(used >> arg & 1))
			continue;
		if (!known && t.call && call_reads(&t.call->args[arg], style->descriptors))
			known = out->length + (out->nitems ? strlen(", ") : 0);
		write_item(&t, arg);
	}
	known = known ? known : out->length;
	out_char(out, ')');
	return known < out->length ? known : out->length;
}

/* ---- results ---- */

/* What programs never see: the kernel restarts the call, or it returns EINTR */
static const char *const restarts[][2] = {
	{"ERESTARTSYS", "To be restarted if SA_RESTART is set"}, {"ERESTARTNOINTR", "To be restarted"},
	{"ERESTARTNOHAND", "To be restarted if no handler"},	 {"ENOIOCTLCMD", "No ioctl command"},
	{"ERESTART_RESTARTBLOCK", "Interrupted by signal"},
};
#define FIRST_RESTART 512

static void write_error(struct text *t)
{
	int error = (int)-t->row->ret;
	unsigned restart = (unsigned)(error - FIRST_RESTART);
	const char *name = strerrorname_np(error);

	if (restart < sizeof(restarts) / sizeof(restarts[0]))
		out_format(t->out, restart == 3 ? "-1 %s (%s)" : "? %s (%s)", restarts[restart][0], restarts[restart][1]);
	else if (name)
		out_format(t->out, "-1 %s (%s)", name, strerrordesc_np(error));
	else
		out_format(t->out, "-1 (errno %d)", error);
}

static void write_value(struct text *t, unsigned kind)
{
	uint64_t ret = t->word == 4 ? (uint32_t)t->row->ret : (uint64_t)t->row->ret, command = argument(t, 1);

	if (kind == R_FCNTL && (command == 1 || command == 3) && ret) /* F_GETFD, F_GETFL */
		kind = R_HEX;
	if (kind == R_FCNTL && command == 1034 && ret) /* F_GET_SEALS */
		kind = R_HEX;
	if (kind == R_X || kind == R_HEX || kind == R_PERSONALITY || kind == R_MEMBARRIER)
		out_hex(t->out, ret);
	else if (kind == R_OCT)
		out_octal(t->out, ret);
	else if (kind == R_FD || (kind == R_FCNTL && (command == 0 || command == 1030)))
		write_fd(t, TRACE_RESULT, 0, (int)ret);
	else if (kind == R_LU)
		out_format(t->out, "%" PRIu64, ret);
	else
		out_format(t->out, "%lld", t->row->ret);
}

static void write_name_of_result(struct text *t, unsigned kind)
{
	static const enum family families[] = {[R_SCHED] = V_SCHED, [R_ADJTIME] = V_TIME};
	enum family f = kind < sizeof(families) / sizeof(families[0]) ? families[kind] : V_NONE;
	const char *name = f ? constant_name(f, (uint32_t)t->row->ret) : NULL;

	if (name && !t->style->raw)
		out_format(t->out, " (%s)", name);
	if (kind == R_PERSONALITY && !t->style->raw) {
		out_text(t->out, " (");
		write_enum(t, V_PER, t->row->ret & 0xff);
		if (t->row->ret & ~0xff)
			write_flags_more(t, V_PER_FLAGS, (uint32_t)t->row->ret & ~0xffU, false);
		out_char(t->out, ')');
	}
	if (kind == R_MEMBARRIER && t->row->ret && !t->style->raw) {
		out_text(t->out, " (");
		write_flags(t, V_MEMBARRIER, (uint32_t)t->row->ret);
		out_char(t->out, ')');
	}
	if (kind == R_SIGNAL && t->row->ret > 0 && !t->style->raw) {
		out_text(t->out, " (");
		write_signal(t, (int)t->row->ret);
		out_char(t->out, ')');
	}
}

void call_result_text(struct text_out *out, const struct trace_row *row, const struct call_style *style)
{
	struct text t = begin(out, row, style);
	unsigned kind = t.call ? t.call->result : R_LD;

	if (row->kind == TRACE_NO_RETURN || row->kind == TRACE_UNFINISHED || kind == R_NONE) {
		out_char(out, '?');
		return;
	}
	if (call_failed(&t)) {
		write_error(&t);
		return;
	}
	write_value(&t, kind);
	if (kind == R_POLL)
		result_poll(&t);
	else if (kind == R_SELECT)
		result_select(&t);
	else if (kind == R_MMSG)
		result_messages(&t);
	else if (kind == R_FCNTL)
		result_fcntl(&t);
	else if (kind == R_PRCTL)
		result_prctl(&t);
	else
		write_name_of_result(&t, kind);
}
