// SPDX-License-Identifier: GPL-2.0-or-later
/* Signals: names, sets, actions, what a signal says, how a process ended. */
#include "write.h"

#include <signal.h>
#include <inttypes.h>
#include <string.h>

static void write_set(struct text *t, unsigned arg, const struct memory *m, uint64_t size)
{
	if (size > 8 || m->n < size)
		write_pointer(t, argument(t, arg));
	else
		write_signal_set(t, m->bytes, (size_t)size);
}

void arg_signal_set(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	if (memory_of(t, arg, 4, &m))
		write_set(t, arg, &m, argument(t, with));
	else
		write_pointer(t, argument(t, arg));
}

void arg_signal_set_out(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	if (memory_result(t, arg, 4, &m))
		write_set(t, arg, &m, argument(t, with));
	else
		write_pointer(t, argument(t, arg));
}

/* rt_sigreturn() has no arguments: a frame of the stack says what is blocked from now on */
void arg_frame(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	(void)with;
	if (!memory_of(t, arg, 8, &m))
		return;
	out_text(t->out, "{mask=");
	write_signal_set(t, m.bytes, 8);
	out_char(t->out, '}');
}

/* pselect6() takes a pointer to a pointer and a size; the set itself is not sent */
void arg_signal_set_arg(struct text *t, unsigned arg, unsigned with)
{
	struct memory m, set;

	(void)with;
	if (!memory_of(t, arg, 2 * (size_t)t->word, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_text(t->out, "{sigmask=");
	if (memory_find(t, arg, TRACE_ELEMENT, 0, &set))
		write_signal_set(t, set.bytes, set.n);
	else
		write_pointer(t, memory_word(t, &m, 0));
	out_format(t->out, ", sigsetsize=%" PRIu64 "}", memory_word(t, &m, 1));
}

static void write_handler(struct text *t, uint64_t handler)
{
	static const char *const names[] = {"SIG_DFL", "SIG_IGN"};

	if (handler < 2 && !t->style->raw)
		out_text(t->out, names[handler]);
	else if (handler == (t->word == 4 ? UINT32_MAX : UINT64_MAX) && !t->style->raw)
		out_text(t->out, "SIG_ERR");
	else
		out_hex(t->out, handler);
}

/* The kernel's own structure: handler, flags, restorer (not on arm64, where a program need not have one), mask */
void arg_sigaction(struct text *t, unsigned arg, unsigned with)
{
	bool restorer = t->machine != MACHINE_AARCH64, out = t->call->args[arg].kind == K_OUT;
	size_t mask = (restorer ? 3 : 2) * (size_t)t->word;
	struct memory m;
	uint64_t flags;

	(void)with;
	if (out ? !memory_result(t, arg, mask + 8, &m) : !memory_of(t, arg, mask + 8, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	flags = memory_word(t, &m, 1);
	out_text(t->out, "{sa_handler=");
	write_handler(t, memory_word(t, &m, 0));
	out_text(t->out, ", sa_mask=");
	write_signal_set(t, m.bytes + mask, 8);
	out_text(t->out, ", sa_flags=");
	write_flags(t, V_SA, flags);
	if (restorer && flags & 0x04000000) {
		out_text(t->out, ", sa_restorer=");
		write_pointer(t, memory_word(t, &m, 2));
	}
	out_char(t->out, '}');
}

static enum family codes_of(int signal)
{
	switch (signal) {
	case SIGCHLD:
		return V_CLD;
	case SIGSEGV:
		return V_SEGV;
	case SIGILL:
		return V_ILL;
	case SIGFPE:
		return V_FPE;
	case SIGBUS:
		return V_BUS;
	case SIGTRAP:
		return V_TRAP;
	case SIGPOLL:
		return V_POLL_;
	case SIGSYS:
		return V_SYS;
	default:
		return V_SI;
	}
}

static void write_sender(struct text *t, const struct memory *m, size_t at)
{
	out_format(t->out, ", si_pid=%d, si_uid=%u", (int)memory_number(m, at, 4), (unsigned)memory_number(m, at + 4, 4));
}

/* Of a child: an exit status, or the signal that did it */
static void write_child(struct text *t, const struct memory *m, size_t at, int code)
{
	int status = (int)memory_number(m, at + 8, 4);

	write_sender(t, m, at);
	out_text(t->out, ", si_status=");
	if (code == CLD_EXITED)
		out_format(t->out, "%d", status);
	else
		write_signal(t, status);
	out_format(t->out, ", si_utime=%" PRIu64 ", si_stime=%" PRIu64,
			   memory_number(m, t->word == 8 ? at + 16 : at + 12, t->word),
			   memory_number(m, t->word == 8 ? at + 24 : at + 16, t->word));
}

static void write_siginfo(struct text *t, const struct memory *m)
{
	int signal = (int)memory_number(m, 0, 4), error = (int)memory_number(m, 4, 4), code = (int)memory_number(m, 8, 4);
	size_t at = t->word == 8 ? 16 : 12;
	const char *name = constant_name(codes_of(signal), (uint32_t)code);

	out_text(t->out, "{si_signo=");
	write_signal(t, signal);
	out_text(t->out, ", si_code=");
	if (name)
		out_text(t->out, name);
	else
		write_enum(t, V_SI, (uint32_t)code);
	if (error)
		out_format(t->out, ", si_errno=%d", error);
	if (code <= 0) {
		write_sender(t, m, at);
		if (code == SI_QUEUE || code == SI_MESGQ)
			out_format(t->out, ", si_int=%d, si_ptr=%#" PRIx64, (int)memory_number(m, at + 8, 4),
					   memory_number(m, at + 8, t->word));
	} else if (signal == SIGCHLD) {
		write_child(t, m, at, code);
	} else if (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE) {
		out_text(t->out, ", si_addr=");
		write_pointer(t, memory_number(m, at, t->word));
	} else {
		write_sender(t, m, at);
	}
	out_char(t->out, '}');
}

void arg_siginfo(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	(void)with;
	if (!memory_of(t, arg, 32, &m))
		write_pointer(t, argument(t, arg));
	else if (!memory_number(&m, 0, 4) && !memory_number(&m, 8, 4)) /* waitid() found nobody */
		out_text(t->out, "{}");
	else
		write_siginfo(t, &m);
}

static void write_status(struct text *t, unsigned status)
{
	unsigned signal = status & 0x7f, high = status >> 8 & 0xff, event = status >> 16;

	if (status == 0xffff) {
		out_text(t->out, "[{WIFCONTINUED(s)}]");
	} else if (signal == 0x7f) {
		out_text(t->out, "[{WIFSTOPPED(s) && WSTOPSIG(s) == ");
		write_signal(t, (int)(high & 0x7f));
		out_text(t->out, high & 0x80 ? " | 0x80}" : "}");
		if (event)
			out_format(t->out, " | %u << 16", event);
		out_char(t->out, ']');
	} else if (signal) {
		out_text(t->out, "[{WIFSIGNALED(s) && WTERMSIG(s) == ");
		write_signal(t, (int)signal);
		out_text(t->out, status & 0x80 ? " && WCOREDUMP(s)}]" : "}]");
	} else {
		out_format(t->out, "[{WIFEXITED(s) && WEXITSTATUS(s) == %u}]", high);
	}
}

void arg_wait_status(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	(void)with;
	if (t->row->ret > 0 && memory_result(t, arg, 4, &m))
		write_status(t, (unsigned)memory_number(&m, 0, 4));
	else
		write_pointer(t, argument(t, arg));
}
