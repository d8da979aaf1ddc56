// SPDX-License-Identifier: GPL-2.0-or-later
/* Processes and threads: clone, futex, prctl, processors, capabilities. */
#include "write.h"

#include <inttypes.h>
#include <string.h>

#define VM 0x100U
#define PIDFD_FLAG 0x1000U
#define PARENT_SETTID 0x00100000U
#define CHILD_TIDS (0x00200000U | 0x01000000U)
#define SETTLS 0x00080000U
#define SIGNAL_MASK 0xffU

/* One argument of clone() that some flag uses; parent_tid is where the new number stands */
static void write_clone_pointer(struct text *t, const char *name, unsigned arg, bool number)
{
	struct memory m;

	out_format(t->out, ", %s=", name);
	if (number && memory_result(t, arg, 4, &m))
		out_format(t->out, "[%d]", (int)memory_number(&m, 0, 4));
	else
		write_pointer(t, argument(t, arg));
}

static void write_clone_flags(struct text *t, uint64_t flags)
{
	unsigned signal = (unsigned)(flags & SIGNAL_MASK);

	if (flags & ~(uint64_t)SIGNAL_MASK)
		write_flags(t, V_CLONE, flags & ~(uint64_t)SIGNAL_MASK);
	if (signal || !flags) {
		out_text(t->out, flags & ~(uint64_t)SIGNAL_MASK ? "|" : "");
		write_signal(t, (int)signal);
	}
}

/* The order of its last two arguments is the machine's own; strace writes the stack first */
void arg_clone(struct text *t, unsigned arg, unsigned with)
{
	uint64_t flags = argument(t, arg);
	bool x86_64 = t->machine == MACHINE_X86_64;

	(void)with;
	out_text(t->out, "child_stack=");
	write_pointer(t, argument(t, 1));
	out_text(t->out, ", flags=");
	write_clone_flags(t, flags);
	if (flags & (PARENT_SETTID | PIDFD_FLAG))
		write_clone_pointer(t, "parent_tid", 2, true);
	if (flags & SETTLS)
		write_clone_pointer(t, "tls", x86_64 ? 4 : 3, false);
	if (flags & CHILD_TIDS)
		write_clone_pointer(t, "child_tidptr", x86_64 ? 3 : 4, false);
}

static void write_clone3(struct text *t, const struct memory *m, uint64_t flags)
{
	static const struct {
		const char *name;
		unsigned at;
		uint32_t flags;
	} pointers[] = {{"pidfd", 8, PIDFD_FLAG}, {"child_tid", 16, CHILD_TIDS}, {"parent_tid", 24, PARENT_SETTID}};

	out_text(t->out, "{flags=");
	if (flags & UINT32_MAX || !(flags >> 32))
		write_flags(t, V_CLONE, flags & UINT32_MAX);
	if (flags >> 32)
		write_flags_more(t, V_CLONE_HIGH, flags >> 32, !(flags & UINT32_MAX));
	for (unsigned i = 0; i < 3; i++)
		if (flags & pointers[i].flags) {
			out_format(t->out, ", %s=", pointers[i].name);
			write_pointer(t, memory_number(m, pointers[i].at, 8));
		}
	out_text(t->out, ", exit_signal=");
	write_signal(t, (int)memory_number(m, 32, 8));
	out_text(t->out, ", stack=");
	write_pointer(t, memory_number(m, 40, 8));
	out_text(t->out, ", stack_size=");
	out_hex(t->out, memory_number(m, 48, 8));
	if (flags & SETTLS) {
		out_text(t->out, ", tls=");
		write_pointer(t, memory_number(m, 56, 8));
	}
	if (memory_number(m, 64, 8) || memory_number(m, 72, 8)) {
		out_text(t->out, ", set_tid=");
		write_pointer(t, memory_number(m, 64, 8));
		out_format(t->out, ", set_tid_size=%" PRIu64, memory_number(m, 72, 8));
	}
	if (flags >> 33 & 1)
		out_format(t->out, ", cgroup=%" PRIu64, memory_number(m, 80, 8));
	out_char(t->out, '}');
}

void arg_clone3(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;
	uint64_t flags;

	(void)with;
	if (!memory_of(t, arg, 64, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	flags = memory_number(&m, 0, 8);
	write_clone3(t, &m, flags);
	/* The kernel writes the new number where parent_tid says; the new thread has this number in any case */
	if (!call_failed(t) && flags & PARENT_SETTID)
		out_format(t->out, " => {parent_tid=[%lld]}", t->row->ret);
}

/* ---- futex ---- */

enum {
	WAIT,
	WAKE,
	FD,
	REQUEUE,
	CMP_REQUEUE,
	WAKE_OP,
	LOCK_PI,
	UNLOCK_PI,
	TRYLOCK_PI,
	WAIT_BITSET,
	WAKE_BITSET,
	WAIT_REQUEUE_PI,
	CMP_REQUEUE_PI,
	LOCK_PI2
};
#define FUTEX_CLOCK 256U
#define FUTEX_PRIVATE 128U

static unsigned futex_command(const struct text *t)
{
	return (uint32_t)argument(t, 1) & ~(FUTEX_PRIVATE | FUTEX_CLOCK);
}

void arg_futex_op(struct text *t, unsigned arg, unsigned with)
{
	uint32_t op = (uint32_t)argument(t, arg);

	(void)with;
	write_enum(t, V_FUTEX, op & ~FUTEX_CLOCK);
	if (op & FUTEX_CLOCK)
		out_text(t->out, "|FUTEX_CLOCK_REALTIME");
}

/* Bit n: argument n counts */
static unsigned futex_used(unsigned command)
{
	static const uint8_t used[] = {
		[WAIT] = 0x0f,			 [WAKE] = 0x07,		   [FD] = 0x07,			 [REQUEUE] = 0x1f,
		[CMP_REQUEUE] = 0x3f,	 [WAKE_OP] = 0x3f,	   [LOCK_PI] = 0x0b,	 [UNLOCK_PI] = 0x03,
		[TRYLOCK_PI] = 0x03,	 [WAIT_BITSET] = 0x2f, [WAKE_BITSET] = 0x27, [WAIT_REQUEUE_PI] = 0x1f,
		[CMP_REQUEUE_PI] = 0x3f, [LOCK_PI2] = 0x0b};

	return command < sizeof(used) ? used[command] : 0x3f;
}

unsigned futex_arguments(const struct text *t)
{
	return futex_used(futex_command(t));
}

static void write_wake_op(struct text *t, uint32_t v)
{
	static const char *const shift[] = {"", "FUTEX_OP_OPARG_SHIFT<<28|"};

	out_text(t->out, shift[v >> 31 & 1]);
	write_enum(t, V_WAKE_OP, v >> 28 & 7);
	out_format(t->out, "<<28|%#x<<12|", v >> 12 & 0xfff);
	write_enum(t, V_WAKE_CMP, v >> 24 & 0xf);
	out_format(t->out, "<<24|%#x", v & 0xfff);
}

static bool futex_waits(unsigned command)
{
	return command == WAIT || command == LOCK_PI || command == LOCK_PI2 || command == WAIT_BITSET ||
		   command == WAIT_REQUEUE_PI;
}

void arg_futex_arg(struct text *t, unsigned arg, unsigned with)
{
	unsigned command = futex_command(t);
	uint64_t v = argument(t, arg);
	enum type time = t->call->numbers[MACHINE_X86_64] < 0 ? T_TIMESPEC64 : T_TIMESPEC;
	struct memory m;

	(void)with;
	if (arg == 3 && futex_waits(command) && memory_of(t, arg, 2 * (size_t)t->word, &m)) {
		write_type(t, time, &m, 0);
	} else if (arg == 4 || (arg == 3 && (command > LOCK_PI2 || futex_waits(command)))) {
		write_pointer(t, v);
	} else if (arg == 5 && command == WAKE_OP) {
		write_wake_op(t, (uint32_t)v);
	} else if (arg == 5 && (command == WAIT_BITSET || command == WAKE_BITSET)) {
		if ((uint32_t)v == UINT32_MAX && !t->style->raw)
			out_text(t->out, "FUTEX_BITSET_MATCH_ANY");
		else
			out_hex(t->out, (uint32_t)v);
	} else {
		out_format(t->out, "%u", (uint32_t)v);
	}
}

/* ---- what a thread may run on ---- */

void arg_cpus(struct text *t, unsigned arg, unsigned with)
{
	bool out = t->call->args[arg].kind == K_CPUSET_OUT;
	const char *between = "[";
	size_t n = out ? (size_t)t->row->ret : (size_t)argument(t, with);
	struct memory m;

	if (!argument(t, arg) || !(out ? memory_result(t, arg, 0, &m) : memory_of(t, arg, 0, &m))) {
		write_pointer(t, argument(t, arg));
		return;
	}
	for (size_t cpu = 0; cpu / 8 < m.n && cpu / 8 < n; cpu++)
		if (m.bytes[cpu / 8] >> cpu % 8 & 1) {
			out_format(t->out, "%s%zu", between, cpu);
			between = " ";
		}
	out_text(t->out, *between == '[' ? "[]" : "]");
}

static void write_cap_mask(struct text *t, const struct memory *m, size_t at)
{
	uint64_t mask = memory_number(m, at, 4) | memory_number(m, at + 12, 4) << 32;
	const char *between = "";

	if (!mask)
		out_char(t->out, '0');
	for (unsigned i = 0; i < 64; i++)
		if (mask >> i & 1 && constant_name(V_CAP, i)) {
			out_format(t->out, "%s1<<%s", between, constant_name(V_CAP, i));
			between = "|";
			mask &= ~(1ULL << i);
		}
	if (mask)
		out_format(t->out, "%s%#" PRIx64, between, mask);
}

void arg_caps(struct text *t, unsigned arg, unsigned with)
{
	static const char *const names[] = {"{effective=", ", permitted=", ", inheritable="};
	bool out = t->call->args[arg].kind == K_CAPS_OUT;
	struct memory m;

	(void)with;
	if (!(out ? memory_result(t, arg, 24, &m) : memory_of(t, arg, 24, &m))) {
		write_pointer(t, argument(t, arg));
		return;
	}
	for (unsigned i = 0; i < 3; i++) {
		out_text(t->out, names[i]);
		write_cap_mask(t, &m, (size_t)i * 4);
	}
	out_char(t->out, '}');
}

void arg_personality(struct text *t, unsigned arg, unsigned with)
{
	uint32_t v = (uint32_t)argument(t, arg);

	(void)with;
	if (v == UINT32_MAX) {
		out_text(t->out, "0xffffffff");
		return;
	}
	write_enum(t, V_PER, v & 0xff);
	if (v & ~0xffU)
		write_flags_more(t, V_PER_FLAGS, v & ~0xffU, false);
}

void arg_policy(struct text *t, unsigned arg, unsigned with)
{
	uint32_t v = (uint32_t)argument(t, arg), reset = 0x40000000;

	(void)with;
	write_enum(t, V_SCHED, v & ~reset);
	if (v & reset)
		out_text(t->out, "|SCHED_RESET_ON_FORK");
}

void arg_ioprio(struct text *t, unsigned arg, unsigned with)
{
	uint32_t v = (uint32_t)argument(t, arg);

	(void)with;
	out_text(t->out, "IOPRIO_PRIO_VALUE(");
	write_enum(t, V_IOPRIO, v >> 13);
	out_format(t->out, ", %u)", v & 0x1fff);
}

void arg_rseq_flags(struct text *t, unsigned arg, unsigned with)
{
	(void)with;
	write_flags(t, V_RSEQ, (uint32_t)argument(t, arg));
}
