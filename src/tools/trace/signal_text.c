// SPDX-License-Identifier: GPL-2.0-or-later
#include "signal_text.h"

#include "sys/signals.h"

#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The kernel's struct siginfo of a 64-bit kernel; its members are where the signal's kind has them. */
struct info {
	int32_t number, error, code, unused;
	union {
		struct {
			int32_t pid;
			uint32_t uid;
			int32_t status, unused;
			int64_t utime, stime;
		} child;
		struct {
			int32_t timer, overrun;
			uint64_t value;
		} timer;
		struct {
			int32_t pid;
			uint32_t uid;
			uint64_t value;
		} queued;
		uint64_t address;
		struct {
			int64_t band;
			int32_t fd;
		} poll;
		struct {
			uint64_t address;
			int32_t number;
			uint32_t arch;
		} call;
	};
};

struct code {
	int signal; /* 0: of every one */
	int code;
	const char *name;
};

static const struct code codes[] = {
	{0, SI_USER, "SI_USER"},
	{0, SI_QUEUE, "SI_QUEUE"},
	{0, SI_TIMER, "SI_TIMER"},
	{0, SI_MESGQ, "SI_MESGQ"},
	{0, SI_ASYNCIO, "SI_ASYNCIO"},
	{0, SI_SIGIO, "SI_SIGIO"},
	{0, SI_TKILL, "SI_TKILL"},
	{0, 128, "SI_KERNEL"},
	{SIGCHLD, CLD_EXITED, "CLD_EXITED"},
	{SIGCHLD, CLD_KILLED, "CLD_KILLED"},
	{SIGCHLD, CLD_DUMPED, "CLD_DUMPED"},
	{SIGCHLD, CLD_TRAPPED, "CLD_TRAPPED"},
	{SIGCHLD, CLD_STOPPED, "CLD_STOPPED"},
	{SIGCHLD, CLD_CONTINUED, "CLD_CONTINUED"},
	{SIGSEGV, SEGV_MAPERR, "SEGV_MAPERR"},
	{SIGSEGV, SEGV_ACCERR, "SEGV_ACCERR"},
	{SIGBUS, BUS_ADRALN, "BUS_ADRALN"},
	{SIGBUS, BUS_ADRERR, "BUS_ADRERR"},
	{SIGBUS, BUS_OBJERR, "BUS_OBJERR"},
	{SIGFPE, FPE_INTDIV, "FPE_INTDIV"},
	{SIGFPE, FPE_FLTDIV, "FPE_FLTDIV"},
	{SIGILL, ILL_ILLOPN, "ILL_ILLOPN"},
	{SIGILL, ILL_ILLOPC, "ILL_ILLOPC"},
	{SIGTRAP, TRAP_BRKPT, "TRAP_BRKPT"},
	{SIGTRAP, TRAP_TRACE, "TRAP_TRACE"},
	{SIGSYS, 1, "SYS_SECCOMP"},
	{SIGIO, POLL_IN, "POLL_IN"},
	{SIGIO, POLL_OUT, "POLL_OUT"},
	{SIGIO, POLL_HUP, "POLL_HUP"},
};

static void code_name(char *to, size_t size, const struct info *i)
{
	for (size_t n = 0; n < sizeof(codes) / sizeof(codes[0]); n++)
		if (codes[n].code == i->code && (!codes[n].signal || codes[n].signal == i->number)) {
			snprintf(to, size, "%s", codes[n].name);
			return;
		}
	snprintf(to, size, "%#x", (unsigned)i->code);
}

static bool read_info(struct info *to, const struct trace_row *row)
{
	const struct trace_piece *piece = (const void *)row->pieces;

	memset(to, 0, sizeof(*to));
	if (row->length < sizeof(*piece) || piece->length > row->length - sizeof(*piece))
		return false;
	memcpy(to, piece + 1, piece->length < sizeof(*to) ? piece->length : sizeof(*to));
	return true;
}

static int child(char *to, size_t size, const struct info *i)
{
	char status[24];

	if (i->code == CLD_EXITED)
		snprintf(status, sizeof(status), "%d", i->child.status);
	else
		signal_name(status, sizeof(status), (unsigned)i->child.status);
	return snprintf(to, size, ", si_pid=%d, si_uid=%u, si_status=%s, si_utime=%" PRId64 ", si_stime=%" PRId64,
					i->child.pid, i->child.uid, status, i->child.utime, i->child.stime);
}

static bool is_fault(int number)
{
	return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL || number == SIGTRAP;
}

static int members(char *to, size_t size, const struct info *i)
{
	if (i->code == SI_TIMER)
		return snprintf(to, size, ", si_timerid=%#x, si_overrun=%d, si_int=%d, si_ptr=%#" PRIx64, i->timer.timer,
						i->timer.overrun, (int)i->timer.value, i->timer.value);
	if (i->code == SI_USER || i->code == SI_TKILL)
		return snprintf(to, size, ", si_pid=%d, si_uid=%u", i->queued.pid, i->queued.uid);
	if (i->code < 0)
		return snprintf(to, size, ", si_pid=%d, si_uid=%u, si_int=%d, si_ptr=%#" PRIx64, i->queued.pid, i->queued.uid,
						(int)i->queued.value, i->queued.value);
	if (i->code == 128)
		return is_fault(i->number) ? snprintf(to, size, ", si_addr=NULL") : 0;
	if (i->number == SIGCHLD)
		return child(to, size, i);
	if (is_fault(i->number))
		return snprintf(to, size, i->address ? ", si_addr=%#" PRIx64 : ", si_addr=NULL", i->address);
	if (i->number == SIGIO)
		return snprintf(to, size, ", si_band=%" PRId64 ", si_fd=%d", i->poll.band, i->poll.fd);
	return 0;
}

int signal_text(char *to, size_t size, const struct trace_row *row)
{
	char name[24], code[40];
	struct info info;
	int n;

	signal_name(name, sizeof(name), (unsigned)row->ret);
	if (!read_info(&info, row))
		return snprintf(to, size, "--- %s ---", name);
	code_name(code, sizeof(code), &info);
	n = snprintf(to, size, "--- %s {si_signo=%s, si_code=%s", name, name, code);
	n += members(to + n, size - (size_t)n, &info);
	return n + snprintf(to + n, size - (size_t)n, "} ---");
}

int signal_exit_text(char *to, size_t size, const struct trace_row *row)
{
	char name[24];

	if (row->flags & TRACE_NO_ENTRY)
		return snprintf(to, size, "+++ ended +++");
	if (!(row->ret & 0x7f))
		return snprintf(to, size, "+++ exited with %d +++", (int)(row->ret >> 8 & 0xff));
	signal_name(name, sizeof(name), (unsigned)row->ret & 0x7f);
	return snprintf(to, size, "+++ killed by %s%s +++", name, row->ret & 0x80 ? " (core dumped)" : "");
}
