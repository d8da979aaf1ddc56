// SPDX-License-Identifier: GPL-2.0-or-later
/* Paths, buffers and structures of the program's memory. */
#include "write.h"

#include <inttypes.h>
#include <string.h>

void write_bytes(struct text *t, const void *bytes, size_t n, bool more)
{
	out_char(t->out, '"');
	out_escaped(t->out, bytes, n, t->style->hex);
	out_text(t->out, more ? "\"..." : "\"");
}

void write_buffer(struct text *t, const struct memory *m, uint64_t full)
{
	size_t n = m->n < t->style->limit ? m->n : t->style->limit;

	if (n > full)
		n = (size_t)full;
	write_bytes(t, m->bytes, n, n < full);
}

void write_path(struct text *t, unsigned arg)
{
	struct memory m;

	if (memory_of(t, arg, 0, &m))
		write_bytes(t, m.bytes, m.n, m.flags & TRACE_PIECE_CUT);
	else
		write_pointer(t, argument(t, arg));
}

void arg_path(struct text *t, unsigned arg, unsigned with)
{
	(void)with;
	write_path(t, arg);
}

/* with: the longest that it may be, or 0 */
void arg_string(struct text *t, unsigned arg, unsigned with)
{
	uint32_t limit = with > t->style->limit ? with : t->style->limit;
	struct memory m;

	if (!memory_of(t, arg, 0, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	write_bytes(t, m.bytes, m.n < limit ? m.n : limit, m.n > limit || (m.flags & TRACE_PIECE_CUT));
}

/* Nothing of that type is mounted where these flags only change a mount */
void arg_mount_type(struct text *t, unsigned arg, unsigned with)
{
	static const uint64_t others =
		0x20 | 0x1000 | 0x2000 | 0xe0000 | 0x100000; /* MS_REMOUNT, _BIND, _MOVE, propagation */

	if (argument(t, 3) & others)
		write_pointer(t, argument(t, arg));
	else
		arg_string(t, arg, with);
}

void arg_buffer_in(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	if (memory_of(t, arg, 0, &m))
		write_buffer(t, &m, argument(t, with));
	else
		write_pointer(t, argument(t, arg));
}

void arg_buffer_out(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	(void)with;
	if (memory_result(t, arg, 0, &m))
		write_buffer(t, &m, (uint64_t)t->row->ret);
	else
		write_pointer(t, argument(t, arg));
}

/* Random bytes are no text: always in hexadecimal */
void arg_random(struct text *t, unsigned arg, unsigned with)
{
	struct call_style style = *t->style;
	struct text hex = *t;

	style.hex = OUT_HEX;
	hex.style = &style;
	arg_buffer_out(&hex, arg, with);
}

/* The name that getcwd() returns ends with a NUL, which its result counts */
void arg_cwd(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	(void)with;
	if (memory_result(t, arg, 0, &m) && t->row->ret > 0)
		write_bytes(t, m.bytes, m.n - (m.n == (uint64_t)t->row->ret), m.n < (uint64_t)t->row->ret);
	else
		write_pointer(t, argument(t, arg));
}

/* ---- structures ---- */

static void write_chars(struct text *t, const struct memory *m, size_t at, size_t n)
{
	const unsigned char *bytes = m->bytes + at, *nul;

	if (at > m->n)
		return;
	if (n > m->n - at)
		n = m->n - at;
	nul = memchr(bytes, 0, n);
	if (nul)
		n = (size_t)(nul - bytes);
	write_bytes(t, bytes, n < t->style->limit ? n : t->style->limit, n > t->style->limit);
}

static void write_loads(struct text *t, const struct memory *m, size_t at)
{
	for (unsigned i = 0; i < 3; i++)
		out_format(t->out, "%s%" PRIu64, i ? ", " : "[", memory_number(m, at + (size_t)i * t->word, t->word));
	out_char(t->out, ']');
}

static void write_member(struct text *t, const struct member *member, const struct memory *m, size_t at)
{
	if (member->kind == K_CHARS)
		write_chars(t, m, at, member->with);
	else if (member->kind == K_TYPE)
		write_type(t, member->with, m, at);
	else if (member->kind == K_LOADS)
		write_loads(t, m, at);
	else if (member->kind == K_VALS)
		out_format(t->out, "{val=[%#" PRIx64 ", %#" PRIx64 "]}", memory_number(m, at, 4), memory_number(m, at + 4, 4));
	else
		write_number(t, member->kind, member->with, memory_number(m, at, number_size(t, member->kind)));
}

/* Is it a character or block device, whose size means nothing? */
static bool is_device(const struct text *t, const struct layout *l, const struct memory *m, size_t at)
{
	for (unsigned i = 0; i < l->n; i++)
		if (l->members[i].kind == K_FILE_MODE) {
			unsigned type = (unsigned)memory_number(m, at + l->members[i].at[t->word == 4], 2) & 0170000;

			return type == 0020000 || type == 0060000;
		}
	return false;
}

void write_type(struct text *t, enum type type, const struct memory *m, size_t at)
{
	const struct layout *l = type_of(type_on(type, t->machine));
	const char *name = l->names, *between = "{";
	bool device = is_device(t, l, m, at), left_out = false;

	for (unsigned i = 0; i < l->n; i++, name += strlen(name) + 1) {
		const struct member *member = &l->members[i];

		if (type == T_OPEN_HOW && member->kind == K_MODE && !memory_number(m, at + 8, 8) &&
			!(memory_number(m, at, 8) & 0100))
			continue; /* nothing is made */
		if (member->when == (device ? MEMBER_NO_DEVICE : MEMBER_DEVICE))
			continue;
		if (member->when == MEMBER_VERBOSE && !t->style->verbose) {
			left_out = true;
			continue;
		}
		out_format(t->out, "%s%s=", between, name);
		write_member(t, member, m, at + member->at[t->word == 4]);
		between = ", ";
	}
	out_text(t->out, left_out ? ", ...}" : "}");
}

static size_t type_size(const struct text *t, enum type type)
{
	return type_of(type_on(type, t->machine))->size[t->word == 4];
}

static void write_any(struct text *t, enum type type, unsigned arg, const struct memory *m)
{
	if (type == T_SIGACTION)
		arg_sigaction(t, arg, type);
	else if (type == T_SIGINFO)
		arg_siginfo(t, arg, type);
	else if (type == T_SCHED_PARAM)
		out_format(t->out, "[%d]", (int)memory_number(m, 0, 4));
	else
		write_type(t, type, m, 0);
}

void arg_type(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	if (memory_before(t, arg, &m) && m.n >= type_size(t, with))
		write_any(t, with, arg, &m);
	else
		write_pointer(t, argument(t, arg));
}

void arg_type_out(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	if (memory_result(t, arg, type_size(t, with), &m))
		write_any(t, with, arg, &m);
	else
		write_pointer(t, argument(t, arg));
}

/* utimes() and its kin: access and modification, with the date beside them. UTIME_NOW, UTIME_OMIT */
static void write_utime(struct text *t, unsigned type, const struct memory *m, size_t at)
{
	bool time64 = type == T_TIMESPEC64 || t->word == 8;
	int64_t seconds = time64 ? (int64_t)memory_number(m, at, 8) : (int32_t)memory_number(m, at, 4);
	int64_t rest = (int64_t)(time64 ? memory_number(m, at + 8, 8) : memory_number(m, at + 4, 4));

	if (type != T_TIMEVAL && (rest == 0x3fffffff || rest == 0x3ffffffe) && !t->style->raw) {
		out_text(t->out, rest == 0x3fffffff ? "UTIME_NOW" : "UTIME_OMIT");
		return;
	}
	write_type(t, type, m, at);
	if (type == T_TIMEVAL)
		rest *= 1000;
	write_seconds(t, seconds, rest, true);
}

void arg_utimes(struct text *t, unsigned arg, unsigned with)
{
	size_t size = type_size(t, with);
	struct memory m;

	if (!memory_of(t, arg, 2 * size, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_char(t->out, '[');
	write_utime(t, with, &m, 0);
	out_text(t->out, ", ");
	write_utime(t, with, &m, size);
	out_char(t->out, ']');
}
