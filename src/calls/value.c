// SPDX-License-Identifier: GPL-2.0-or-later
/* Numbers: registers, and members of structures. */
#include "write.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void write_pointer(struct text *t, uint64_t value)
{
	if (value)
		out_hex(t->out, value);
	else
		out_text(t->out, "NULL");
}

void write_unknown(struct text *t, enum family f, uint64_t value)
{
	out_hex(t->out, value);
	if (*family_unknown(f))
		out_format(t->out, " /* %s */", family_unknown(f));
}

void write_enum(struct text *t, enum family f, uint64_t value)
{
	const char *name =
		t->style->raw || value > UINT32_MAX ? NULL : constant_name(family_on(f, t->machine), (uint32_t)value);

	if (name)
		out_text(t->out, name);
	else if (t->style->raw)
		out_hex(t->out, value);
	else
		write_unknown(t, f, value);
}

/* first: nothing has been written yet, so that something must be */
void write_flags_more(struct text *t, enum family f, uint64_t value, bool first)
{
	struct constant c = {0};
	bool any = false;

	f = family_on(f, t->machine);
	while (!t->style->raw && constant_next(f, &c))
		if (c.value && (value & c.value) == c.value) {
			out_format(t->out, "%s%s", first && !any ? "" : "|", c.name);
			value &= ~(uint64_t)c.value;
			any = true;
		}
	if (value && (any || !first))
		out_char(t->out, '|');
	if (value && !any && first && !t->style->raw)
		write_unknown(t, f, value);
	else if (value || (first && !any))
		out_hex(t->out, value);
}

void write_flags(struct text *t, enum family f, uint64_t value)
{
	const char *zero = value || t->style->raw ? NULL : constant_name(family_on(f, t->machine), 0);

	if (zero)
		out_text(t->out, zero);
	else
		write_flags_more(t, f, value, true);
}

void write_seconds(struct text *t, int64_t seconds, int64_t nanoseconds, bool brackets)
{
	char text[40], zone[8];
	time_t at = (time_t)seconds;
	struct tm tm;

	if (!seconds || !localtime_r(&at, &tm) || !strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm) ||
		!strftime(zone, sizeof(zone), "%z", &tm))
		return;
	out_format(t->out, brackets ? " /* %s" : "%s", text);
	if (nanoseconds)
		out_format(t->out, ".%09" PRId64, nanoseconds);
	out_format(t->out, brackets ? "%s */" : "%s", zone);
}

static uint64_t kernel_major(uint64_t dev)
{
	return dev >> 8 & 0xfff;
}

void write_dev(struct text *t, uint64_t dev)
{
	uint64_t high = kernel_major(dev) | (dev >> 32 & ~0xfffULL), low = (dev & 0xff) | (dev >> 12 & 0xffffff00);

	out_format(t->out, "makedev(%#" PRIx64 ", %#" PRIx64 ")", high, low);
}

void write_file_mode(struct text *t, unsigned mode)
{
	const char *name = t->style->raw ? NULL : constant_name(V_MODETYPE, mode & 0170000);

	if (!name || !(mode & 0170000)) {
		out_octal(t->out, mode);
		return;
	}
	out_format(t->out, "%s%s%s%s|", name, mode & 04000 ? "|S_ISUID" : "", mode & 02000 ? "|S_ISGID" : "",
			   mode & 01000 ? "|S_ISVTX" : "");
	out_octal(t->out, mode & 0777);
}

void write_open_flags(struct text *t, uint64_t value)
{
	if (t->style->raw) {
		out_hex(t->out, value);
		return;
	}
	out_text(t->out, constant_name(V_ACCMODE, value & 3));
	if (value & ~3ULL)
		write_flags_more(t, V_O, value & ~3ULL, false);
}

static void write_limit(struct text *t, uint64_t value, uint64_t infinite, const char *name)
{
	if (value == infinite)
		out_text(t->out, name);
	else if (value > 1024 && value % 1024 == 0)
		out_format(t->out, "%" PRIu64 "*1024", value / 1024);
	else
		out_format(t->out, "%" PRIu64, value);
}

static void write_clock(struct text *t, int clock)
{
	unsigned which = (unsigned)clock & 7;

	if (clock >= 0 || (which & 4 && which != 7)) {
		write_enum(t, V_CLOCK, (uint32_t)clock);
		return;
	}
	if (which == 3 || which == 7) {
		out_format(t->out, "FD_TO_CLOCKID(%d)", ~(clock >> 3));
		return;
	}
	out_format(t->out, "%s(%d,", which & 4 ? "MAKE_THREAD_CPUCLOCK" : "MAKE_PROCESS_CPUCLOCK", ~(clock >> 3));
	write_enum(t, V_CPUCLOCK, which & 3);
	out_char(t->out, ')');
}

static void write_key(struct text *t, uint32_t key)
{
	if (key && !t->style->raw)
		out_format(t->out, "%#x", key);
	else
		out_text(t->out, t->style->raw ? "0" : "IPC_PRIVATE");
}

unsigned number_size(const struct text *t, unsigned kind)
{
	if (kind == K_U8)
		return 1;
	if (kind == K_U16 || kind == K_FLAGS16 || kind == K_ENUM16 || kind == K_FILE_MODE)
		return 2;
	if ((kind >= K_LLONG && kind <= K_RLIM64) || (kind >= K_U64 && kind <= K_DEV64) || kind == K_FLAGS64 ||
		kind == K_OPEN_FLAGS)
		return 8;
	return kind < K_LONG ? 4 : t->word;
}

static void write_named(struct text *t, unsigned kind, unsigned with, uint64_t v)
{
	switch (kind) {
	case K_SIGNAL:
		write_signal(t, (int)v);
		break;
	case K_FLAGS:
	case K_FLAGS16:
	case K_FLAGS64:
	case K_LFLAGS:
		write_flags(t, with, v);
		break;
	case K_ENUM:
	case K_ENUM16:
		write_enum(t, with, v);
		break;
	case K_MAGIC:
		write_enum(t, with, (uint32_t)v);
		break;
	case K_OPEN_FLAGS:
		write_open_flags(t, v);
		break;
	case K_FILE_MODE:
		write_file_mode(t, (unsigned)v);
		break;
	case K_DEV:
	case K_DEV64:
		write_dev(t, v);
		break;
	case K_KEY:
		write_key(t, (uint32_t)v);
		break;
	case K_CLOCKID:
		write_clock(t, (int)v);
		break;
	case K_SECONDS:
		out_format(t->out, "%" PRId64, t->word == 4 ? (int64_t)(int32_t)v : (int64_t)v);
		write_seconds(t, t->word == 4 ? (int32_t)v : (int64_t)v, 0, true);
		break;
	case K_SECONDS64:
		out_format(t->out, "%" PRId64, (int64_t)v);
		write_seconds(t, (int64_t)v, 0, true);
		break;
	case K_RLIM:
		write_limit(t, v, t->word == 4 ? UINT32_MAX : UINT64_MAX, t->word == 4 ? "RLIM_INFINITY" : "RLIM64_INFINITY");
		break;
	case K_RLIM64:
		write_limit(t, v, UINT64_MAX, "RLIM64_INFINITY");
		break;
	default:
		write_pointer(t, v);
	}
}

void write_number(struct text *t, unsigned kind, unsigned with, uint64_t bits)
{
	unsigned size = number_size(t, kind);
	uint64_t v = size < 8 ? bits & ((1ULL << 8 * size) - 1) : bits;

	if (kind == K_INT || kind == K_FD || ((kind == K_UID || kind == K_ATFD) && (int)v < 0))
		out_format(t->out, kind == K_ATFD && (int)v == -100 && !t->style->raw ? "AT_FDCWD" : "%d", (int)v);
	else if (kind == K_UINT || kind == K_UID || kind == K_ATFD || kind == K_ULONG || (kind >= K_U8 && kind <= K_U16) ||
			 kind == K_U64)
		out_format(t->out, "%" PRIu64, v);
	else if (kind == K_LONG || kind == K_S64 || kind == K_LLONG)
		out_format(t->out, "%" PRId64, size == 4 ? (int64_t)(int32_t)v : (int64_t)v);
	else if (kind == K_HEX || kind == K_XLONG || kind == K_X64)
		out_hex(t->out, v);
	else if (kind == K_XPAGE)
		out_hex(t->out, v * 4096);
	else if (kind == K_MODE)
		out_octal(t->out, v);
	else
		write_named(t, kind, with, v);
}
