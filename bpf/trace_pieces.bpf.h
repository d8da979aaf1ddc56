/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * trace_pieces.bpf.h - a row on its way, and the pieces of memory behind it. It is too large for the stack; the kernel
 * runs these programs once at a time on a CPU (src/source/bpf/tracepoints.c sees to that).
 *
 * Memory is read when the call has returned, if possible: what the call itself has read or written is in memory then.
 * What cannot be read makes no piece, and the pointer is printed.
 *
 * Global functions: the verifier walks each once, by itself, not again for every way that leads to it.
 */
#pragma once

#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <ktally/trace_setup.h>

#define TRACE_ROOM 16384 /* pieces of a row; a power of two */
#define PIECE_MASK 8191	 /* bytes of one: above TRACE_PIECE_MAX, and a power of two for the verifier */
#define USER_PAGE 4096	 /* the smallest there is */

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgnu-variable-sized-type-not-at-end" /* `room` is the row's pieces */
struct trace_scratch {
	u32 used, limit;  /* of room */
	u32 compat;		  /* pointers have 32 bits */
	u32 found;		  /* --trace-path: a path matched */
	u32 late, unused; /* the call's entry was not seen */
	u64 stack;		  /* the stack pointer at the entry */
	struct trace_row row;
	char room[TRACE_ROOM + PIECE_MASK + 1 + 64];
};
#pragma clang diagnostic pop

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct trace_scratch);
} scratches SEC(".maps");

static __always_inline struct trace_scratch *scratch(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&scratches, &zero);
}

/* Which piece it is, as one argument of a global function */
static __always_inline u64 piece_tag(u32 arg, u32 what, u32 index, u32 flags)
{
	return (u64)flags << 48 | (u64)index << 16 | what << 8 | arg;
}

/* Where the next piece begins in `room`; TRACE_ROOM where there is none left */
static __always_inline u64 piece_at(struct trace_scratch *s)
{
	if (s->used >= s->limit)
		s->row.flags |= TRACE_CUT;
	return s->used >= s->limit ? TRACE_ROOM : s->used;
}

#define BOUND(value, mask) asm volatile("%0 &= %1" : "+r"(value) : "i"(mask))

/* The piece is complete: n bytes are behind its head */
static __always_inline void piece_end(struct trace_scratch *s, u64 at, u64 n, u64 tag)
{
	struct trace_piece *piece;
	u64 *last, rest = n & 7;

	BOUND(at, TRACE_ROOM - 1);
	BOUND(n, PIECE_MASK);
	piece = (void *)(s->room + at);
	piece->arg = tag;
	piece->what = tag >> 8;
	piece->index = tag >> 16;
	piece->length = n;
	piece->flags = tag >> 48;
	piece->unused = 0;
	last = (void *)(s->room + at + sizeof(*piece) + (n & ~7ULL));
	*last &= (1ULL << 8 * rest) - 1; /* what an earlier row left there */
	at += sizeof(*piece) + ((n + 7) & ~7ULL);
	if (at <= s->limit)
		s->used = at;
	else
		s->row.flags |= TRACE_CUT;
}

static __always_inline u64 flagged(u64 tag, u32 flag)
{
	return tag | (u64)flag << 48;
}

/* `length` bytes, at most `max`. Where a page is missing, up to there */
__noinline int piece_memory(u64 address, u64 length, u64 max, u64 tag)
{
	struct trace_scratch *s = scratch();
	u64 at, n = length, page = USER_PAGE - (address & (USER_PAGE - 1));

	if (!s || !address)
		return 0;
	at = piece_at(s);
	if (at >= TRACE_ROOM)
		return 0;
	if (max > TRACE_PIECE_MAX)
		max = TRACE_PIECE_MAX;
	if (n > max) {
		n = max;
		tag = flagged(tag, TRACE_PIECE_CUT);
	}
	BOUND(at, TRACE_ROOM - 1);
	BOUND(n, PIECE_MASK);
	if (n && bpf_probe_read_user(s->room + at + sizeof(struct trace_piece), n, (void *)address)) {
		if (page >= n)
			return 0;
		n = page;
		tag = flagged(tag, TRACE_PIECE_FAULT);
		BOUND(n, PIECE_MASK);
		if (bpf_probe_read_user(s->room + at + sizeof(struct trace_piece), n, (void *)address))
			return 0;
	}
	piece_end(s, at, n, tag);
	return 0;
}

/* trace_tests.bpf.h */
int path_wanted(u64 from, u64 n);

/* Up to the NUL, at most `max` bytes */
__noinline int piece_string(u64 address, u64 max, u64 tag)
{
	struct trace_scratch *s = scratch();
	u64 at, size = max + 2; /* the NUL, and one byte more shows that there is more */
	s64 n;

	if (!s || !address)
		return 0;
	at = piece_at(s);
	if (at >= TRACE_ROOM)
		return 0;
	if (max > TRACE_PIECE_MAX)
		size = TRACE_PIECE_MAX + 2;
	BOUND(at, TRACE_ROOM - 1);
	BOUND(size, PIECE_MASK);
	n = bpf_probe_read_user_str(s->room + at + sizeof(struct trace_piece), size, (void *)address);
	if (n < 0)
		return 0;
	n -= n > 0; /* the NUL; some kernels do not count that of an empty string */
	if ((u64)n + 1 == size) {
		n--;
		tag = flagged(tag, TRACE_PIECE_CUT);
	}
	piece_end(s, at, n, tag);
	if ((tag >> 8 & 0xff) == TRACE_MEMORY)
		path_wanted(at + sizeof(struct trace_piece), n);
	return 0;
}

static __always_inline void piece_word(struct trace_scratch *s, u64 value, u64 tag)
{
	u64 at = piece_at(s);

	if (at >= TRACE_ROOM)
		return;
	BOUND(at, TRACE_ROOM - 1);
	*(u64 *)(s->room + at + sizeof(struct trace_piece)) = value;
	piece_end(s, at, sizeof(value), tag);
}
