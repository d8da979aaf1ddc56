// SPDX-License-Identifier: GPL-2.0-or-later
/* Flags and modes of files and memory, and fcntl. */
#include "write.h"

#include <fcntl.h>
#include <inttypes.h>

/* The mode counts only where a file may be made */
static bool creates(const struct text *t, unsigned flags_arg)
{
	uint32_t flags = (uint32_t)argument(t, flags_arg);

	return flags & 0100 || (flags & 020000000) == 020000000;
}

void arg_open_mode(struct text *t, unsigned arg, unsigned with)
{
	(void)with;
	out_octal(t->out, (uint16_t)argument(t, arg));
}

void arg_access(struct text *t, unsigned arg, unsigned with)
{
	(void)with;
	write_flags(t, V_ACCESS, (uint32_t)argument(t, arg));
}

void arg_statx_flags(struct text *t, unsigned arg, unsigned with)
{
	uint32_t v = (uint32_t)argument(t, arg), sync = 0x6000;

	(void)with;
	write_enum(t, V_STATX_SYNC, v & sync);
	if (v & ~sync)
		write_flags_more(t, V_AT, v & ~sync, false);
}

void arg_mknod_mode(struct text *t, unsigned arg, unsigned with)
{
	(void)with;
	write_file_mode(t, (uint16_t)argument(t, arg));
}

#define MAP_TYPE_MASK 0xfU
#define HUGE_SHIFT 26

void arg_mmap_flags(struct text *t, unsigned arg, unsigned with)
{
	uint32_t v = (uint32_t)argument(t, arg), huge = v & 0x40000 ? v >> HUGE_SHIFT & 0x3f : 0;

	(void)with;
	write_enum(t, V_MAP, v & MAP_TYPE_MASK);
	v &= ~MAP_TYPE_MASK & ~(huge << HUGE_SHIFT);
	if (v)
		write_flags_more(t, V_MAP, v, false);
	if (huge)
		out_format(t->out, "|%u<<MAP_HUGE_SHIFT", huge);
}

/* IPC_CREAT|IPC_EXCL|0600 */
void arg_ipc_mode(struct text *t, unsigned arg, unsigned with)
{
	uint32_t v = (uint32_t)argument(t, arg);

	if (v & ~0777U) {
		struct constant c = {0};
		bool known = false;

		while (constant_next(with, &c))
			known |= c.value & v & ~0777U;
		if (known)
			write_flags(t, with, v & ~0777U);
		else
			out_hex(t->out, v & ~0777U);
		out_char(t->out, '|');
	}
	out_octal(t->out, v & 0777);
}

/* ---- how many arguments a call has in use ---- */

unsigned arguments_used(const struct text *t)
{
	const struct call *c = t->call;
	unsigned used = (1U << c->nargs) - 1;

	for (unsigned i = 0; i < c->nargs; i++)
		switch (c->args[i].kind) {
		case K_HIDDEN:
			used &= ~(1U << i);
			break;
		case K_OPEN_MODE:
			if (!creates(t, c->args[i].with))
				used &= (1U << i) - 1;
			break;
		case K_MREMAP_ADDR:
			if (!(argument(t, 3) & 2)) /* MREMAP_FIXED */
				used &= ~(1U << i);
			break;
		case K_MKNOD_DEV: {
			unsigned type = argument(t, c->args[i].with) & 0170000;

			if (type != 0020000 && type != 0060000)
				used &= ~(1U << i);
			break;
		}
		case K_FUTEX_OP:
			used &= futex_arguments(t);
			break;
		case K_PRCTL_ARG:
			used &= prctl_arguments(t);
			break;
		case K_FCNTL_ARG:
			if (!fcntl_has_argument(argument(t, 1)))
				used &= ~(1U << i);
			break;
		case K_IOCTL_ARG:
			if (!ioctl_has_argument(t))
				used &= ~(1U << i);
			break;
		default:
			break;
		}
	return used;
}

/* ---- fcntl ---- */

bool fcntl_has_argument(uint64_t command)
{
	return command != F_GETFD && command != F_GETFL && command != F_GETOWN && command != F_GETSIG &&
		   command != F_GETLEASE && command != F_GETPIPE_SZ && command != F_GET_SEALS;
}

#define F_GETLK64_NUMBER 12 /* <fcntl.h> of 64-bit programs says 5 */
#define F_SETLK64_NUMBER 13
#define F_SETLKW64_NUMBER 14

static void write_lock(struct text *t, unsigned arg, bool got)
{
	uint64_t command = argument(t, 1);
	bool wide = command >= F_GETLK64_NUMBER && t->word == 4; /* F_GETLK64 and F_OFD_GETLK too: offsets of 64 bits */
	enum type type = wide ? (got ? T_FLOCK64_GOT : T_FLOCK64) : got ? T_FLOCK_GOT : T_FLOCK;
	size_t size = wide ? 24 : 16;
	struct memory m;

	/* arm aligns them to 8 bytes */
	if (!(wide && t->machine == MACHINE_ARM) && (got ? memory_result(t, arg, size, &m) : memory_of(t, arg, size, &m)))
		write_type(t, type, &m, 0);
	else
		write_pointer(t, argument(t, arg));
}

static void write_hint(struct text *t, unsigned arg)
{
	struct memory m;

	if (!memory_of(t, arg, 8, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_char(t->out, '[');
	write_enum(t, V_RW_HINT, memory_number(&m, 0, 8));
	out_char(t->out, ']');
}

static void write_owner(struct text *t, unsigned arg)
{
	struct memory m;

	if (memory_of(t, arg, 8, &m))
		write_type(t, T_OWNER_EX, &m, 0);
	else
		write_pointer(t, argument(t, arg));
}

void arg_fcntl(struct text *t, unsigned arg, unsigned with)
{
	uint32_t v = (uint32_t)argument(t, arg);

	(void)with;
	switch (argument(t, 1)) {
	case F_SETFD:
		write_flags(t, V_FD_FLAGS, v);
		break;
	case F_SETFL:
		write_open_flags(t, v);
		break;
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
	case F_SETOWN:
	case F_SETPIPE_SZ:
		out_format(t->out, "%d", (int)v);
		break;
	case F_SETLK:
	case F_SETLK64_NUMBER:
	case F_SETLKW64_NUMBER:
	case F_SETLKW:
	case F_OFD_SETLK:
	case F_OFD_SETLKW:
		write_lock(t, arg, false);
		break;
	case F_GETLK:
	case F_GETLK64_NUMBER:
	case F_OFD_GETLK:
		write_lock(t, arg, true);
		break;
	case F_SETSIG:
		write_signal(t, (int)v);
		break;
	case F_SETLEASE:
		write_enum(t, V_FLOCK, v);
		break;
	case F_NOTIFY:
		write_flags(t, V_NOTIFY, v);
		break;
	case F_ADD_SEALS:
		write_flags(t, V_SEALS, v);
		break;
	case F_GETOWN_EX:
	case F_SETOWN_EX:
		write_owner(t, arg);
		break;
	case F_GET_RW_HINT:
	case F_SET_RW_HINT:
	case F_GET_FILE_RW_HINT:
	case F_SET_FILE_RW_HINT:
		write_hint(t, arg);
		break;
	default:
		out_hex(t->out, argument(t, arg));
	}
}

/* What follows the number: (flags O_RDWR|O_APPEND). F_GETFL and F_GETFD return hexadecimal numbers */
void result_fcntl(struct text *t)
{
	uint64_t command = argument(t, 1), ret = (uint64_t)t->row->ret;

	if (call_failed(t) || t->style->raw)
		return;
	if (command == F_GETFL) {
		out_text(t->out, " (flags ");
		write_open_flags(t, ret);
	} else if (command == F_GETFD && ret) {
		out_text(t->out, " (flags ");
		write_flags(t, V_FD_FLAGS, ret);
	} else if (command == F_GET_SEALS && ret) {
		out_text(t->out, " (seals ");
		write_flags(t, V_SEALS, ret);
	} else if (command == F_GETLEASE) {
		out_text(t->out, " (");
		write_enum(t, V_FLOCK, ret);
	} else if (command == F_GETSIG && ret) {
		out_text(t->out, " (");
		write_signal(t, (int)ret);
	} else {
		return;
	}
	out_char(t->out, ')');
}
