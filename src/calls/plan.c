// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan.h"

#include "kinds.h"
#include "types.h"

#include <ktally/trace.h>
#include <string.h>

/* Where the number of bytes or elements comes from; below these: what `with` says */
enum { FROM_WITH = 64, FROM_POINTER_WITH };
/* Sizes that depend on the machine or on what the user wants */
enum { SIZE_TYPE = 1000, SIZE_WORD, SIZE_WORDS2, SIZE_SIGACTION, SIZE_EPOLL, SIZE_OFFSET };

/* max: of bytes that are sent; 0: as many as the user wants of a string */
#define WHOLE TRACE_PIECE_MAX
#define ROOM 1024
static const struct {
	uint8_t op, when, from;
	uint16_t size, max;
} needs[KINDS] = {
	[K_PATH] = {TRACE_OP_STRING, TRACE_AT_EXIT, 0, 0, WHOLE},
	[K_PATHE] = {TRACE_OP_STRING, TRACE_AT_ENTRY, 0, 0, WHOLE},
	[K_STR] = {TRACE_OP_STRING, TRACE_AT_EXIT, 0, 0, 0},
	[K_STR250] = {TRACE_OP_STRING, TRACE_AT_EXIT, 0, 0, 250},
	[K_MOUNT_TYPE] = {TRACE_OP_STRING, TRACE_AT_EXIT, 0, 0, 0},
	[K_MOUNT_DATA] = {TRACE_OP_STRING, TRACE_AT_EXIT, 0, 0, 0},
	[K_BUF_IN] = {TRACE_OP_BUFFER, TRACE_AT_EXIT, FROM_WITH, 0, 0},
	[K_BUF_OUT] = {TRACE_OP_BUFFER, TRACE_AT_SUCCESS, TRACE_FROM_RESULT, 0, 0},
	[K_RANDOM] = {TRACE_OP_BUFFER, TRACE_AT_SUCCESS, TRACE_FROM_RESULT, 0, 0},
	[K_XATTR_OUT] = {TRACE_OP_BUFFER, TRACE_AT_SUCCESS, TRACE_FROM_RESULT, 0, 0},
	[K_CWD] = {TRACE_OP_BUFFER, TRACE_AT_SUCCESS, TRACE_FROM_RESULT, 0, WHOLE},
	[K_IN] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, SIZE_TYPE, 0},
	[K_INE] = {TRACE_OP_STRUCT, TRACE_AT_ENTRY, 0, SIZE_TYPE, 0},
	[K_OUT] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, SIZE_TYPE, 0},
	[K_RUSAGE] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, SIZE_TYPE, 0},
	[K_OUTD] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, 4, 0},
	[K_OUTU] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, 4, 0},
	[K_OUTX] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, SIZE_WORD, 0},
	[K_OUTLD] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, SIZE_WORD, 0},
	[K_OUTLU] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, SIZE_WORD, 0},
	[K_OUTLL] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, 8, 0},
	[K_OFF_IO] = {TRACE_OP_STRUCT, TRACE_AT_BOTH, 0, SIZE_OFFSET, 0},
	[K_IOV_IN] = {TRACE_OP_IOVEC, TRACE_AT_EXIT, FROM_WITH, 0, 0},
	[K_IOV_OUT] = {TRACE_OP_IOVEC, TRACE_AT_SUCCESS, FROM_WITH, 0, 0},
	[K_IOV_PTR] = {TRACE_OP_ARRAY, TRACE_AT_EXIT, FROM_WITH, SIZE_WORDS2, ROOM},
	[K_ARGV] = {TRACE_OP_ARGV, TRACE_AT_ENTRY, 0, 0, 0},
	[K_ENVP] = {TRACE_OP_ARGV, TRACE_AT_ENTRY, 0, 0, 0},
	[K_DIRENTS] = {TRACE_OP_DIRENTS, TRACE_AT_SUCCESS, TRACE_FROM_RESULT, 0, WHOLE},
	[K_FDPAIR] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, 8, 0},
	[K_GIDS_IN] = {TRACE_OP_ARRAY, TRACE_AT_EXIT, FROM_WITH, 4, ROOM},
	[K_GIDS_OUT] = {TRACE_OP_ARRAY, TRACE_AT_SUCCESS, TRACE_FROM_RESULT, 4, ROOM},
	[K_UTIMES] = {TRACE_OP_ARRAY, TRACE_AT_EXIT, TRACE_FROM_SIZE, SIZE_TYPE, 0},
	[K_MSG_IN] = {TRACE_OP_MSGHDR, TRACE_AT_EXIT, 0, 0, 0},
	[K_MSG_OUT] = {TRACE_OP_MSGHDR, TRACE_AT_SUCCESS, 0, 0, 0},
	[K_MMSG_IN] = {TRACE_OP_MMSGHDR, TRACE_AT_EXIT, FROM_WITH, 0, 0},
	[K_MMSG_OUT] = {TRACE_OP_MMSGHDR, TRACE_AT_SUCCESS, TRACE_FROM_RESULT, 0, 0},
	[K_SEMBUFS] = {TRACE_OP_ARRAY, TRACE_AT_EXIT, FROM_WITH, 6, ROOM},
	[K_MSGBUF_IN] = {TRACE_OP_BUFFER, TRACE_AT_EXIT, FROM_WITH, SIZE_WORD, 0},
	[K_MSGBUF_OUT] = {TRACE_OP_BUFFER, TRACE_AT_SUCCESS, FROM_WITH, SIZE_WORD, 0},
	[K_SOCKADDR_IN] = {TRACE_OP_SOCKADDR, TRACE_AT_EXIT, FROM_WITH, 0, 128},
	[K_SOCKADDR_OUT] = {TRACE_OP_SOCKADDR, TRACE_AT_SUCCESS, FROM_POINTER_WITH, 0, 128},
	[K_LENGTH_IO] = {TRACE_OP_STRUCT, TRACE_AT_BOTH, 0, 4, 0},
	[K_SIGSET_IN] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, 8, 0},
	[K_SIGSET_OUT] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, 8, 0},
	[K_FRAME] = {TRACE_OP_STACK, TRACE_AT_ENTRY, 0, 8, 0},
	[K_SIGSET_ARG] = {TRACE_OP_IOVEC, TRACE_AT_EXIT, TRACE_FROM_SIZE, 1, 8},
	[K_CPUSET_IN] = {TRACE_OP_BUFFER, TRACE_AT_EXIT, FROM_WITH, 0, ROOM},
	[K_CPUSET_OUT] = {TRACE_OP_BUFFER, TRACE_AT_SUCCESS, TRACE_FROM_RESULT, 0, ROOM},
	[K_CAPS_IN] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, 24, 0},
	[K_CAPS_OUT] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, 24, 0},
	[K_WSTATUS] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, 4, 0},
	[K_POLLFD] = {TRACE_OP_ARRAY, TRACE_AT_EXIT, FROM_WITH, 8, ROOM},
	[K_FDSET] = {TRACE_OP_BUFFER, TRACE_AT_BOTH, TRACE_FROM_BITS, 0, 128},
	[K_SELECT_TIME] = {TRACE_OP_STRUCT, TRACE_AT_BOTH, 0, SIZE_TYPE, 0},
	[K_LEFT] = {TRACE_OP_STRUCT, TRACE_AT_BOTH, 0, SIZE_TYPE, 0},
	[K_REMAINING] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, SIZE_TYPE, 0},
	[K_EPOLL_EVENT] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, SIZE_EPOLL, 0},
	[K_EPOLL_OUT] = {TRACE_OP_ARRAY, TRACE_AT_SUCCESS, TRACE_FROM_RESULT, SIZE_EPOLL, ROOM},
	[K_CLONE3] = {TRACE_OP_BUFFER, TRACE_AT_EXIT, FROM_WITH, 0, 88},
	[K_CLONE] = {TRACE_OP_NONE, 0, 0, 0, 0},
	[K_IO_URING_PARAMS] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, 120, 0},
	[K_MQ_ATTR] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, 32, 0},
	[K_PERF_ATTR] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, 64, 0},
	[K_BPF_ATTR] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, 48, 0},
	[K_SIGEVENT] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, 20, 0},
	[K_SOCK_VAL_IN] = {TRACE_OP_BUFFER, TRACE_AT_EXIT, FROM_WITH, 0, 128},
	[K_SOCK_VAL_OUT] = {TRACE_OP_BUFFER, TRACE_AT_SUCCESS, FROM_POINTER_WITH, 0, 128},
	[K_FCNTL_ARG] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, 32, 0},
	[K_IOCTL_ARG] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, 36, 0},
	[K_ARCH_ARG] = {TRACE_OP_STRUCT, TRACE_AT_SUCCESS, 0, 8, 0},
	[K_SECCOMP_ARG] = {TRACE_OP_STRUCT, TRACE_AT_EXIT, 0, SIZE_WORDS2, 0},
};

static bool is_descriptor(const struct call_arg *a)
{
	return a->kind == K_FD || a->kind == K_FDE || a->kind == K_ATFD;
}

bool call_reads(const struct call_arg *a, bool descriptors)
{
	return a->kind < KINDS && (needs[a->kind].op != TRACE_OP_NONE || (descriptors && is_descriptor(a)));
}

static unsigned size_of(unsigned size, const struct call_arg *a, enum machine m)
{
	bool narrow = m == MACHINE_I386 || m == MACHINE_ARM;
	unsigned word = narrow ? 4 : 8;

	switch (size) {
	case SIZE_TYPE:
		if (a->with == T_SIGACTION)
			return m == MACHINE_AARCH64 ? 24 : 3 * word + 8;
		return type_of(type_on(a->kind == K_RUSAGE ? T_RUSAGE : a->with, m))->size[narrow];
	case SIZE_WORD:
		return word;
	case SIZE_WORDS2:
		return 2 * word;
	case SIZE_EPOLL:
		return m == MACHINE_AARCH64 || m == MACHINE_ARM ? 16 : 12;
	case SIZE_OFFSET:
		return a->with == 1 ? word : 8;
	default:
		return size;
	}
}

static unsigned from_of(unsigned from, unsigned with)
{
	return from == FROM_WITH ? with : from == FROM_POINTER_WITH ? TRACE_FROM_POINTER + with : from;
}

struct filling {
	struct trace_plan *plan;
	unsigned n;
};

static void add(struct filling *f, struct trace_op op)
{
	if (f->n < TRACE_OPS)
		f->plan->ops[f->n++] = op;
}

static void add_argument(struct filling *f, const struct call *c, unsigned arg, enum machine m,
						 const struct plan_wish *wish)
{
	const struct call_arg *a = &c->args[arg];
	struct trace_op op = {
		.kind = needs[a->kind].op,
		.arg = (uint8_t)arg,
		.when = needs[a->kind].when,
		.length_from = (uint8_t)from_of(needs[a->kind].from, a->with),
		.size = (uint16_t)size_of(needs[a->kind].size, a, m),
		.max = needs[a->kind].max,
	};

	if (!op.kind)
		return;
	if (op.kind == TRACE_OP_STRUCT)
		op.length_from = TRACE_FROM_SIZE;
	if (op.kind == TRACE_OP_STACK && m != MACHINE_X86_64 && m != MACHINE_AARCH64)
		return;
	if (op.kind == TRACE_OP_STACK) /* uc_sigmask in struct rt_sigframe, whose return address is gone on x86-64 */
		op.max = m == MACHINE_X86_64 ? 0x128 : 0xa8;
	if (a->kind == K_UTIMES) { /* two of them */
		op.kind = TRACE_OP_STRUCT;
		op.size = (uint16_t)(2 * op.size);
	}
	if (!op.max && op.kind != TRACE_OP_STRUCT && a->kind != K_ENVP)
		op.max = (uint16_t)(wish->string_limit < WHOLE ? wish->string_limit : WHOLE);
	if (op.kind == TRACE_OP_BUFFER && op.max < WHOLE - op.size)
		op.max = (uint16_t)(op.max + op.size);
	add(f, op);
	if (a->kind == K_MSG_OUT) { /* the room that there was for a name */
		op = (struct trace_op){TRACE_OP_STRUCT, (uint8_t)arg, TRACE_AT_ENTRY, TRACE_FROM_SIZE, 16, 0};
		add(f, op);
	}
}

/* The first arguments of these are structures or strings only with some commands: the rest is a pointer that is no one
 */
static void add_prctl(struct filling *f)
{
	add(f, (struct trace_op){TRACE_OP_STRUCT, 1, TRACE_AT_EXIT, TRACE_FROM_SIZE, 16, 0});
	add(f, (struct trace_op){TRACE_OP_STRING, 4, TRACE_AT_EXIT, 0, 0, 80});
}

/* After execve() some of them are closed */
static void add_descriptors(struct filling *f, const struct call *c)
{
	bool executes = false;

	for (unsigned arg = 0; arg < c->nargs; arg++)
		executes |= c->args[arg].kind == K_PATHE;
	for (unsigned arg = 0; arg < c->nargs; arg++) {
		const struct call_arg *a = &c->args[arg];
		struct trace_op op = {TRACE_OP_FD, (uint8_t)arg, TRACE_AT_EXIT, 0, 0, 0};

		if (a->kind == K_FDE || executes)
			op.when = TRACE_AT_ENTRY;
		if (a->kind == K_FDPAIR)
			op = (struct trace_op){TRACE_OP_FDS, (uint8_t)arg, TRACE_AT_SUCCESS, TRACE_FROM_SIZE, 4, 2};
		if (a->kind == K_POLLFD)
			op = (struct trace_op){TRACE_OP_FDS, (uint8_t)arg, TRACE_AT_EXIT, a->with, 8, TRACE_ELEMENTS};
		if (op.kind == TRACE_OP_FDS || is_descriptor(a))
			add(f, op);
	}
	if (c->result == R_FD || c->result == R_FCNTL) /* F_DUPFD */
		add(f, (struct trace_op){TRACE_OP_FD, TRACE_RESULT, TRACE_AT_SUCCESS, 0, 0, 0});
}

void call_plan(struct trace_plan *plan, const struct call *c, enum machine m, const struct plan_wish *wish)
{
	struct filling f = {plan, 0};
	bool futex = false, prctl = false;

	*plan = (struct trace_plan){0};
	for (unsigned arg = 0; arg < c->nargs; arg++) {
		add_argument(&f, c, arg, m, wish);
		futex |= c->args[arg].kind == K_FUTEX_OP;
		prctl |= c->args[arg].kind == K_PRCTL_ARG;
	}
	if (futex) /* a time, or a number: then nothing is there */
		add(&f, (struct trace_op){TRACE_OP_STRUCT, 3, TRACE_AT_EXIT, TRACE_FROM_SIZE, 16, 0});
	if (prctl)
		add_prctl(&f);
	if (wish->descriptors)
		add_descriptors(&f, c);
}

void call_plans(struct trace_plan *plans, enum machine m, const struct plan_wish *wish)
{
	const struct call *c = NULL;

	memset(plans, 0, (size_t)TRACE_PLANS * sizeof(*plans));
	while ((c = call_next(c)))
		for (unsigned narrow = 0; narrow < 2; narrow++) {
			enum machine of = narrow ? call_machine(1U << 31, m) : m;
			int number = c->numbers[of];

			if (number >= 0 && number < TRACE_PLAN_NUMBERS)
				call_plan(&plans[narrow * TRACE_PLAN_NUMBERS + (unsigned)number], c, of, wish);
		}
}
