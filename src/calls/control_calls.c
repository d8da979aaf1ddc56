// SPDX-License-Identifier: GPL-2.0-or-later
/* Calls whose arguments depend on a command: prctl, arch_prctl, seccomp. */
#include "write.h"

#include <inttypes.h>
#include <linux/prctl.h>
#include <string.h>

enum prctl_form {
	NONE,
	UNSIGNED,
	HEX,
	SIGNAL,
	NAME,
	POINTER_OUT,
	SIGNAL_OUT,
	CAP,
	DUMPABLE,
	SECCOMP,
	MM,
	AMBIENT,
	VMA,
	SECBITS
};

/* What option takes how many arguments, and what the first one is */
static const struct {
	uint32_t option;
	uint8_t form, n;
} options[] = {
	{PR_SET_PDEATHSIG, SIGNAL, 1},
	{PR_GET_PDEATHSIG, SIGNAL_OUT, 1},
	{PR_GET_DUMPABLE, NONE, 0},
	{PR_SET_DUMPABLE, DUMPABLE, 1},
	{PR_GET_KEEPCAPS, NONE, 0},
	{PR_SET_KEEPCAPS, UNSIGNED, 1},
	{PR_SET_NAME, NAME, 1},
	{PR_GET_NAME, NAME, 1},
	{PR_GET_SECCOMP, NONE, 0},
	{PR_SET_SECCOMP, SECCOMP, 2},
	{PR_CAPBSET_READ, CAP, 1},
	{PR_CAPBSET_DROP, CAP, 1},
	{PR_GET_SECUREBITS, NONE, 0},
	{PR_SET_SECUREBITS, SECBITS, 1},
	{PR_SET_TIMERSLACK, UNSIGNED, 1},
	{PR_GET_TIMERSLACK, NONE, 0},
	{PR_SET_MM, MM, 5},
	{PR_SET_CHILD_SUBREAPER, UNSIGNED, 1},
	{PR_GET_CHILD_SUBREAPER, POINTER_OUT, 1},
	{PR_SET_NO_NEW_PRIVS, UNSIGNED, 4},
	{PR_GET_NO_NEW_PRIVS, UNSIGNED, 4},
	{PR_GET_TID_ADDRESS, POINTER_OUT, 1},
	{PR_CAP_AMBIENT, AMBIENT, 4},
	{PR_SET_VMA, VMA, 4},
	{PR_SET_THP_DISABLE, UNSIGNED, 4},
	{PR_GET_THP_DISABLE, UNSIGNED, 4},
	{PR_TASK_PERF_EVENTS_DISABLE, NONE, 0},
	{PR_TASK_PERF_EVENTS_ENABLE, NONE, 0},
};

static unsigned form_of(const struct text *t, unsigned *n)
{
	uint32_t option = (uint32_t)argument(t, 0);

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (options[i].option == option) {
			*n = options[i].n;
			return options[i].form;
		}
	*n = 4;
	return HEX;
}

unsigned prctl_arguments(const struct text *t)
{
	unsigned n;

	form_of(t, &n);
	return (2U << n) - 1;
}

static void write_name(struct text *t, unsigned arg)
{
	struct memory m;
	size_t n;

	if (!memory_of(t, arg, 0, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	n = strnlen((const char *)m.bytes, m.n);
	write_bytes(t, m.bytes, n < 15 ? n : 15, n > 15);
}

static void write_number_out(struct text *t, unsigned arg, bool signal)
{
	struct memory m;

	if (!memory_result(t, arg, 4, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_char(t->out, '[');
	if (signal)
		write_signal(t, (int)memory_number(&m, 0, 4));
	else
		out_format(t->out, "%u", (unsigned)memory_number(&m, 0, 4));
	out_char(t->out, ']');
}

static void write_first(struct text *t, unsigned form, uint64_t v)
{
	switch (form) {
	case SIGNAL:
		write_signal(t, (int)v);
		break;
	case CAP:
		write_enum(t, V_CAP, v);
		break;
	case DUMPABLE:
		write_enum(t, V_DUMPABLE, v);
		break;
	case SECCOMP:
		write_enum(t, V_SECCOMP_MODE, v);
		break;
	case MM:
		write_enum(t, V_PR_MM, v);
		break;
	case AMBIENT:
		write_enum(t, V_PR_AMBIENT, v);
		break;
	case VMA:
		write_enum(t, V_PR_VMA, v);
		break;
	case SECBITS:
		write_flags(t, V_SECBITS, v);
		break;
	case UNSIGNED:
		out_format(t->out, "%" PRIu64, v);
		break;
	default:
		out_hex(t->out, v);
	}
}

void arg_prctl(struct text *t, unsigned arg, unsigned with)
{
	uint64_t v = argument(t, arg);
	struct memory m;
	unsigned n, form = form_of(t, &n);

	(void)with;
	if (arg == 1 && form == NAME)
		write_name(t, arg);
	else if (arg == 1 && (form == POINTER_OUT || form == SIGNAL_OUT))
		write_number_out(t, arg, form == SIGNAL_OUT);
	else if (arg == 1)
		write_first(t, form, v);
	else if (form == AMBIENT && arg == 2)
		write_enum(t, V_CAP, v);
	else if (form == VMA && arg == 4 && memory_of(t, arg, 0, &m))
		write_bytes(t, m.bytes, m.n, false);
	else if (form == VMA && arg == 3)
		out_format(t->out, "%" PRIu64, v);
	else
		out_hex(t->out, v);
}

/* Some options return a value with a name */
void result_prctl(struct text *t)
{
	uint32_t option = (uint32_t)argument(t, 0);
	enum family f = option == PR_GET_DUMPABLE	  ? V_DUMPABLE
					: option == PR_GET_SECCOMP	  ? V_SECCOMP_MODE
					: option == PR_GET_SECUREBITS ? V_SECBITS
												  : V_NONE;

	if (f == V_NONE || call_failed(t) || t->style->raw)
		return;
	out_text(t->out, " (");
	if (f == V_SECBITS)
		write_flags(t, f, (uint64_t)t->row->ret);
	else
		write_enum(t, f, (uint64_t)t->row->ret);
	out_char(t->out, ')');
}

#define ARCH_SET_GS 0x1001
#define ARCH_SET_FS 0x1002
#define ARCH_GET_FS 0x1003
#define ARCH_GET_GS 0x1004

void arg_arch(struct text *t, unsigned arg, unsigned with)
{
	uint32_t command = (uint32_t)argument(t, 0);
	struct memory m;

	(void)with;
	if ((command == ARCH_GET_FS || command == ARCH_GET_GS) && memory_result(t, arg, 8, &m)) {
		out_char(t->out, '[');
		out_hex(t->out, memory_number(&m, 0, 8));
		out_char(t->out, ']');
	} else if (command >= ARCH_SET_GS && command <= ARCH_GET_GS) {
		write_pointer(t, argument(t, arg));
	} else {
		out_hex(t->out, argument(t, arg));
	}
}

void arg_seccomp_flags(struct text *t, unsigned arg, unsigned with)
{
	(void)with;
	if ((uint32_t)argument(t, 0) == 1)
		write_flags(t, V_SECCOMP_FILTER, (uint32_t)argument(t, arg));
	else
		out_hex(t->out, (uint32_t)argument(t, arg));
}

/* struct sock_fprog: how many instructions, and where */
void arg_seccomp(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	(void)with;
	if ((uint32_t)argument(t, 0) != 1 || !memory_of(t, arg, 2UL * t->word, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_format(t->out, "{len=%u, filter=", (unsigned)memory_number(&m, 0, 2));
	write_pointer(t, memory_word(t, &m, 1));
	out_char(t->out, '}');
}
