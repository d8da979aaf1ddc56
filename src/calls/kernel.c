// SPDX-License-Identifier: GPL-2.0-or-later
/* What the kernel's own interfaces take: io_uring, perf events, BPF, timers, message queues. */
#include "write.h"

#include <inttypes.h>

/* struct io_uring_params: entries, flags, and what the kernel can do */
void arg_uring(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	(void)with;
	if (!memory_of(t, arg, 120, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_text(t->out, "{flags=");
	write_flags(t, V_IORING_SETUP, memory_number(&m, 8, 4));
	out_format(t->out, ", sq_thread_cpu=%u, sq_thread_idle=%u", (unsigned)memory_number(&m, 12, 4),
			   (unsigned)memory_number(&m, 16, 4));
	if (call_failed(t)) {
		out_char(t->out, '}');
		return;
	}
	out_format(t->out, ", sq_entries=%u, cq_entries=%u, features=", (unsigned)memory_number(&m, 0, 4),
			   (unsigned)memory_number(&m, 4, 4));
	write_flags(t, V_IORING_FEAT, memory_number(&m, 20, 4));
	out_text(t->out, ", ...}");
}

/* struct perf_event_attr by its first fields */
void arg_perf(struct text *t, unsigned arg, unsigned with)
{
	unsigned type;
	struct memory m;

	(void)with;
	if (!memory_of(t, arg, 64, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	type = (unsigned)memory_number(&m, 0, 4);
	out_text(t->out, "{type=");
	write_enum(t, V_PERF_TYPE, type);
	out_text(t->out, ", size=");
	write_enum(t, V_PERF_SIZE, memory_number(&m, 4, 4));
	out_text(t->out, ", config=");
	if (type == 0)
		write_enum(t, V_PERF_HW, memory_number(&m, 8, 8));
	else if (type == 1)
		write_enum(t, V_PERF_SW, memory_number(&m, 8, 8));
	else
		out_hex(t->out, memory_number(&m, 8, 8));
	out_text(t->out, ", ...}");
}

enum bpf_command { MAP_CREATE, PROG_LOAD = 5 };

void arg_bpf(struct text *t, unsigned arg, unsigned with)
{
	uint64_t command = argument(t, 0);
	struct memory m;

	(void)with;
	if (!memory_of(t, arg, 24, &m) || (command != MAP_CREATE && command != PROG_LOAD)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	if (command == MAP_CREATE) {
		out_text(t->out, "{map_type=");
		write_enum(t, V_BPF_MAP, memory_number(&m, 0, 4));
		out_format(t->out, ", key_size=%u, value_size=%u, max_entries=%u, ...}", (unsigned)memory_number(&m, 4, 4),
				   (unsigned)memory_number(&m, 8, 4), (unsigned)memory_number(&m, 12, 4));
		return;
	}
	out_text(t->out, "{prog_type=");
	write_enum(t, V_BPF_PROG, memory_number(&m, 0, 4));
	out_format(t->out, ", insn_cnt=%u, insns=", (unsigned)memory_number(&m, 4, 4));
	write_pointer(t, memory_number(&m, 8, 8));
	out_text(t->out, ", ...}");
}

/* A value, a signal, how it is told: {sigev_value=..., sigev_signo=SIGALRM, sigev_notify=SIGEV_SIGNAL} */
void arg_sigevent(struct text *t, unsigned arg, unsigned with)
{
	uint64_t value, how;
	struct memory m;

	(void)with;
	if (!memory_of(t, arg, 2 * 4 + t->word, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	value = memory_word(t, &m, 0);
	how = memory_number(&m, t->word + 4U, 4);
	out_char(t->out, '{');
	if (value) {
		out_format(t->out, "sigev_value={sival_int=%d, sival_ptr=", (int)value);
		write_pointer(t, value);
		out_text(t->out, "}, ");
	}
	out_text(t->out, "sigev_signo=");
	write_signal(t, (int)memory_number(&m, t->word, 4));
	out_text(t->out, ", sigev_notify=");
	write_enum(t, V_SIGEV, how);
	if (how == 4)
		out_format(t->out, ", sigev_notify_thread_id=%d", (int)memory_number(&m, t->word + 8U, 4));
	out_char(t->out, '}');
}

/* struct mq_attr: flags, longest queue, longest message, how many there are */
void arg_mq_attr(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	(void)with;
	if (!memory_of(t, arg, 4UL * t->word, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_text(t->out, "{mq_flags=");
	write_flags(t, V_O, memory_word(t, &m, 0));
	out_format(t->out, ", mq_maxmsg=%" PRIu64 ", mq_msgsize=%" PRIu64 ", mq_curmsgs=%" PRIu64 "}",
			   memory_word(t, &m, 1), memory_word(t, &m, 2), memory_word(t, &m, 3));
}
