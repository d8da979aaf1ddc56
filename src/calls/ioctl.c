// SPDX-License-Identifier: GPL-2.0-or-later
/* ioctl: names of commands, and what the common ones take. */
#include "write.h"

#include <linux/fs.h>
#include <linux/perf_event.h>
#include <linux/sockios.h>
#include <string.h>
#include <sys/ioctl.h>

/* In the direction of the program: what the kernel writes is there only after the call */
enum ioctl_form {
	NONE,
	NUMBER,
	INT_IN,
	INT_OUT,
	PID_IN,
	PID_OUT,
	TERMIOS_IN,
	TERMIOS_OUT,
	WINSIZE_IN,
	WINSIZE_OUT,
	U64_OUT,
	FLAGS_IN,
	FLAGS_OUT,
	QUEUE,
	DESCRIPTOR,
	WORD_OUT,
	MODEM_IN,
	MODEM_OUT
};

static const struct {
	uint32_t command;
	uint8_t form;
} forms[] = {
	{TCGETS, TERMIOS_OUT},
	{TCSETS, TERMIOS_IN},
	{TCSETSW, TERMIOS_IN},
	{TCSETSF, TERMIOS_IN},
	{TIOCGWINSZ, WINSIZE_OUT},
	{TIOCSWINSZ, WINSIZE_IN},
	{FIONREAD, INT_OUT},
	{TIOCOUTQ, INT_OUT},
	{FIONBIO, INT_IN},
	{FIOASYNC, INT_IN},
	{FIOCLEX, NONE},
	{FIONCLEX, NONE},
	{TIOCGPGRP, PID_OUT},
	{TIOCSPGRP, PID_IN},
	{TIOCGSID, PID_OUT},
	{TIOCNOTTY, NONE},
	{TIOCSCTTY, NUMBER},
	{TIOCEXCL, NONE},
	{TIOCNXCL, NONE},
	{TIOCCONS, NONE},
	{TIOCSBRK, NONE},
	{TIOCCBRK, NONE},
	{TCSBRK, NUMBER},
	{TCSBRKP, NUMBER},
	{TCFLSH, QUEUE},
	{TIOCGPTN, INT_OUT},
	{TIOCSPTLCK, INT_IN},
	{TIOCGPTLCK, INT_OUT},
	{BLKGETSIZE64, U64_OUT},
	{BLKSSZGET, INT_OUT},
	{BLKBSZGET, INT_OUT},
	{BLKROGET, INT_OUT},
	{BLKFLSBUF, NONE},
	{BLKRRPART, NONE},
	{BLKGETSIZE, WORD_OUT},
	{FS_IOC_GETFLAGS, FLAGS_OUT},
	{FS_IOC_SETFLAGS, FLAGS_IN},
	{FICLONE, DESCRIPTOR},
	{TIOCMGET, MODEM_OUT},
	{TIOCMSET, MODEM_IN},
	{PERF_EVENT_IOC_REFRESH, NUMBER},
	{PERF_EVENT_IOC_SET_OUTPUT, DESCRIPTOR},
	{PERF_EVENT_IOC_SET_BPF, DESCRIPTOR},
};

static unsigned form_of(uint32_t command)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (forms[i].command == command)
			return forms[i].form;
	return INT32_MAX;
}

bool ioctl_has_argument(const struct text *t)
{
	return form_of((uint32_t)argument(t, 1)) != NONE;
}

void arg_ioctl_command(struct text *t, unsigned arg, unsigned with)
{
	static const char *const directions[] = {"_IOC_NONE", "_IOC_WRITE", "_IOC_READ", "_IOC_READ|_IOC_WRITE"};
	uint32_t v = (uint32_t)argument(t, arg);
	const char *name = t->style->raw ? NULL : constant_name(V_IOCTL, v);

	(void)with;
	if (name)
		out_text(t->out, name);
	else if (t->style->raw)
		out_hex(t->out, v);
	else
		out_format(t->out, "_IOC(%s, %#x, %#x, %#x)", directions[v >> 30], v >> 8 & 0xff, v & 0xff, v >> 16 & 0x3fff);
}

/* Delays, the speed and the size of characters are numbers among the flags */
static void write_termios(struct text *t, const struct memory *m)
{
	static const struct {
		const char *name;
		uint32_t mask;
		unsigned shift;
	} delays[] = {{"NL", 0x100, 8},	  {"CR", 0x600, 9},	  {"TAB", 0x1800, 11},
				  {"BS", 0x2000, 13}, {"VT", 0x4000, 14}, {"FF", 0x8000, 15}};
	uint32_t in = (uint32_t)memory_number(m, 0, 4), out = (uint32_t)memory_number(m, 4, 4);
	uint32_t control = (uint32_t)memory_number(m, 8, 4), local = (uint32_t)memory_number(m, 12, 4);

	out_text(t->out, "{c_iflag=");
	if (in)
		write_flags_more(t, V_C_IFLAG, in, true);
	out_text(t->out, ", c_oflag=");
	for (size_t i = 0; i < sizeof(delays) / sizeof(delays[0]); i++)
		out_format(t->out, "%s%u|", delays[i].name, (out & delays[i].mask) >> delays[i].shift);
	if (out & ~0xff00U)
		write_flags_more(t, V_C_OFLAG, out & ~0xff00U, true);
	out_text(t->out, ", c_cflag=");
	write_enum(t, V_BAUD, control & 0x100f);
	out_format(t->out, "|CS%u|", 5 + (control >> 4 & 3));
	if (control & ~0x103fU)
		write_flags_more(t, V_C_CFLAG, control & ~0x103fU, true);
	out_text(t->out, ", c_lflag=");
	if (local)
		write_flags_more(t, V_C_LFLAG, local, true);
	out_text(t->out, ", ...}");
}

static void write_value(struct text *t, unsigned form, const struct memory *m)
{
	if (form == TERMIOS_IN || form == TERMIOS_OUT) {
		write_termios(t, m);
		return;
	}
	if (form == WINSIZE_IN || form == WINSIZE_OUT) {
		write_type(t, T_WINSIZE, m, 0);
		return;
	}
	out_char(t->out, '[');
	if (form == FLAGS_IN || form == FLAGS_OUT)
		write_flags(t, V_FS_FLAGS, memory_number(m, 0, 4));
	else if (form == MODEM_IN || form == MODEM_OUT)
		write_flags(t, V_TIOCM, memory_number(m, 0, 4));
	else
		write_number(t,
					 form == U64_OUT	? K_U64
					 : form == WORD_OUT ? K_ULONG
										: K_INT,
					 0,
					 memory_number(m, 0,
								   form == U64_OUT	  ? 8
								   : form == WORD_OUT ? t->word
													  : 4));
	out_char(t->out, ']');
}

static bool is_out(unsigned form)
{
	return form == INT_OUT || form == PID_OUT || form == TERMIOS_OUT || form == WINSIZE_OUT || form == U64_OUT ||
		   form == FLAGS_OUT || form == WORD_OUT || form == MODEM_OUT;
}

void arg_ioctl(struct text *t, unsigned arg, unsigned with)
{
	unsigned form = form_of((uint32_t)argument(t, 1));
	size_t size = form == TERMIOS_IN || form == TERMIOS_OUT						 ? 36
				  : form == WINSIZE_IN || form == WINSIZE_OUT || form == U64_OUT ? 8
																				 : 4;
	struct memory m;

	(void)with;
	if (form == INT32_MAX)
		out_hex(t->out, argument(t, arg));
	else if (form == NUMBER || form == DESCRIPTOR)
		out_format(t->out, "%d", (int)argument(t, arg));
	else if (form == QUEUE)
		write_enum(t, V_TCFLSH, argument(t, arg));
	else if (is_out(form) ? memory_result(t, arg, size, &m) : memory_of(t, arg, size, &m))
		write_value(t, form, &m);
	else
		write_pointer(t, argument(t, arg));
}
