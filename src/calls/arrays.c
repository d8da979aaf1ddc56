// SPDX-License-Identifier: GPL-2.0-or-later
/* Arguments that are arrays: of strings, of buffers, of numbers. */
#include "write.h"

#include <inttypes.h>

#define STRINGS_MAX 32 /* strace prints no more */

static uint64_t strings_count(const struct text *t, unsigned arg, struct memory *m)
{
	return memory_find(t, arg, TRACE_COUNT, 0, m) ? memory_number(m, 0, 8) : 0;
}

/* argv: elements one by one, until one is missing */
void arg_strings(struct text *t, unsigned arg, unsigned with)
{
	struct memory m, count;
	bool counted = memory_find(t, arg, TRACE_COUNT, 0, &count);
	unsigned i = 0;

	(void)with;
	if (!counted && !memory_find(t, arg, TRACE_ELEMENT, 0, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_char(t->out, '[');
	for (; i < STRINGS_MAX && memory_find(t, arg, TRACE_ELEMENT, i, &m); i++) {
		uint32_t limit = t->style->limit;

		out_text(t->out, i ? ", " : "");
		write_bytes(t, m.bytes, m.n < limit ? m.n : limit, m.n > limit || (m.flags & TRACE_PIECE_CUT));
	}
	if (!counted || strings_count(t, arg, &m) > i || (count.flags & TRACE_PIECE_CUT))
		out_text(t->out, i ? ", ..." : "...");
	out_char(t->out, ']');
}

/* envp: how many */
void arg_strings_count(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;
	uint64_t n = strings_count(t, arg, &m);

	(void)with;
	write_pointer(t, argument(t, arg));
	if (m.bytes && argument(t, arg))
		out_format(t->out, " /* %s%" PRIu64 " var%s%s */", m.flags & TRACE_PIECE_CUT ? "at least " : "", n,
				   n == 1 ? "" : "s", m.flags & TRACE_PIECE_FAULT ? ", unterminated" : "");
}

/* getdents64(): how many names */
void arg_dirents(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;
	uint64_t n = 0;

	(void)with;
	write_pointer(t, argument(t, arg));
	if (call_failed(t))
		return;
	if (memory_find(t, arg, TRACE_COUNT, 0, &m))
		n = memory_number(&m, 0, 8);
	else if (memory_result(t, arg, (size_t)t->row->ret, &m))
		for (size_t at = 0, length; at + 18 < m.n && (length = (size_t)memory_number(&m, at + 16, 2)); at += length)
			n++;
	else
		return;
	out_format(t->out, " /* %" PRIu64 " entries */", n);
}

void arg_fd_pair(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	(void)with;
	if (!memory_result(t, arg, 8, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_char(t->out, '[');
	write_fd(t, arg, 0, (int)memory_number(&m, 0, 4));
	out_text(t->out, ", ");
	write_fd(t, arg, 1, (int)memory_number(&m, 4, 4));
	out_char(t->out, ']');
}

void arg_gids(struct text *t, unsigned arg, unsigned with)
{
	bool in = t->call->args[arg].kind == K_GIDS_IN;
	uint64_t n = in ? argument(t, with) : (uint64_t)t->row->ret;
	struct memory m;

	if (!in && !t->row->ret && argument(t, arg)) {
		out_text(t->out, "[]");
		return;
	}
	if (!argument(t, arg) || !(in ? memory_of(t, arg, 0, &m) : memory_result(t, arg, 0, &m)) ||
		(!in && !argument(t, 0))) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_char(t->out, '[');
	for (size_t i = 0; i < n && (i + 1) * 4 <= m.n && i < t->style->limit; i++) {
		out_text(t->out, i ? ", " : "");
		write_number(t, K_UID, 0, memory_number(&m, i * 4, 4));
	}
	if (n * 4 > m.n || n > t->style->limit)
		out_text(t->out, ", ...");
	out_char(t->out, ']');
}

/* One number that the call returns through a pointer: [1]. Its kind is that of the number */
void arg_array_out(struct text *t, unsigned arg, unsigned with)
{
	unsigned size = number_size(t, with);
	struct memory m;

	if (!memory_result(t, arg, size, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_char(t->out, '[');
	write_number(t, with, 0, memory_number(&m, 0, size));
	out_char(t->out, ']');
}

/* An offset that the call moves: [0] => [11]. with: 1 it is a word, not 64 bits; 2 only what it was is written */
void arg_offset(struct text *t, unsigned arg, unsigned with)
{
	unsigned size = with == 1 ? t->word : 8, shift = 64 - 8 * size;
	struct memory before, after;

	if (!memory_before(t, arg, &before) || before.n < size) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_format(t->out, "[%" PRId64 "]", (int64_t)(memory_number(&before, 0, size) << shift) >> shift);
	if (with != 2 && memory_result(t, arg, size, &after) && t->row->ret > 0)
		out_format(t->out, " => [%" PRId64 "]", (int64_t)(memory_number(&after, 0, size) << shift) >> shift);
}
