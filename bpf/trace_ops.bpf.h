/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* trace_ops.bpf.h - executes the operations of a call's plan (include/ktally/trace_plan.h). */
#pragma once

#include "trace_files.bpf.h"
#include "trace_pieces.bpf.h"

const volatile struct trace_plan plans[TRACE_PLANS] = {};

static __always_inline u64 argument(const struct trace_scratch *s, u32 i)
{
	if (i == TRACE_RESULT)
		return s->row.ret;
	return i < TRACE_ARGS ? s->row.args[i] : 0;
}

/* The `i`th pointer or size of an array of the program's own words */
static __always_inline u64 user_word(const struct trace_scratch *s, u64 address, u64 i, bool *ok)
{
	u64 word = 0;
	u32 half = 0;

	if (s->compat) {
		*ok = !bpf_probe_read_user(&half, sizeof(half), (void *)(address + i * sizeof(half)));
		return half;
	}
	*ok = !bpf_probe_read_user(&word, sizeof(word), (void *)(address + i * sizeof(word)));
	return word;
}

/* A number of bytes or elements; none where the result or the pointer says nothing */
static __always_inline u64 op_length(const struct trace_scratch *s, u32 from, u32 size)
{
	u32 value = 0;

	if (from == TRACE_FROM_SIZE)
		return size;
	if (from >= TRACE_FROM_BITS)
		return ((u32)argument(s, from - TRACE_FROM_BITS) + 63) / 64 * 8;
	if (from < TRACE_FROM_POINTER)
		return (s64)argument(s, from) < 0 ? 0 : argument(s, from);
	bpf_probe_read_user(&value, sizeof(value), (void *)argument(s, from - TRACE_FROM_POINTER));
	return value;
}

/* op: a struct trace_op, as one argument. limit: bytes that are in use in all of them together */
__noinline int op_iovec(u64 op, u64 address, u64 count, u64 limit)
{
	struct trace_scratch *s = scratch();
	u32 arg = op >> 8 & 0xff, max = op >> 48, first = op >> 16 & 0xffff, index = op >> 32 & 0xffff; /* of the array */
	u32 words;

	if (!s || !address)
		return 0;
	words = s->compat ? 4 : 8;
	piece_memory(address, count * 2 * words, TRACE_ELEMENTS * 2 * words,
				 index ? piece_tag(arg, TRACE_ELEMENT, index, 0) : piece_tag(arg, TRACE_MEMORY, 0, 0));
	for (u32 i = 0; i < TRACE_ELEMENTS; i++) {
		u64 base, length;
		bool ok;

		if (i >= count || !limit)
			break;
		base = user_word(s, address, 2 * i, &ok);
		if (ok)
			length = user_word(s, address, 2 * i + 1, &ok);
		if (!ok)
			break;
		if (length > limit)
			length = limit;
		piece_memory(base, length, max, piece_tag(arg, TRACE_ELEMENT, first + i, 0));
		limit -= length;
	}
	return 0;
}

__noinline int op_strings(u64 address, u32 max, u32 arg)
{
	struct trace_scratch *s = scratch();
	bool ok = true;
	u64 at;
	u32 n = 0;

	if (!s || !address)
		return 0;
	for (; n < TRACE_ELEMENTS; n++) {
		at = user_word(s, address, n, &ok);
		if (!ok || !at)
			break;
		piece_string(at, max, piece_tag(arg, TRACE_ELEMENT, n, 0));
	}
	piece_word(s, n,
			   piece_tag(arg, TRACE_COUNT, 0,
						 !ok				   ? TRACE_PIECE_FAULT
						 : n == TRACE_ELEMENTS ? TRACE_PIECE_CUT
											   : 0));
	return 0;
}

/* Long loops call a global function for each ROUND of theirs: the verifier walks a round once, not each of all */
#define ROUND 32
#define ROUNDS_OF_STRINGS 32 /* 1024 strings that are only counted */
#define ROUNDS_OF_DIRENTS 43 /* 1376 entries; 32 KB hold 1365 of the shortest names */
#define ROUND_FAULT (1ULL << 32)

/* How many words from `from` on are not 0, ROUND at most; with ROUND_FAULT where the next cannot be read */
__noinline u64 count_round(u64 address, u64 from)
{
	struct trace_scratch *s = scratch();
	bool ok = true;
	u32 n = 0;

	if (!s)
		return ROUND_FAULT;
	for (; n < ROUND; n++)
		if (!user_word(s, address, from + n, &ok))
			break;
	return ok ? n : n | ROUND_FAULT;
}

__noinline int op_count(u64 address, u32 arg)
{
	struct trace_scratch *s = scratch();
	u64 n = 0, round = ROUND;

	if (!s || !address)
		return 0;
	for (u32 i = 0; i < ROUNDS_OF_STRINGS && round == ROUND; i++) {
		round = count_round(address, n);
		n += (u32)round;
	}
	piece_word(s, n,
			   piece_tag(arg, TRACE_COUNT, 0,
						 round & ROUND_FAULT ? TRACE_PIECE_FAULT
						 : round == ROUND	 ? TRACE_PIECE_CUT
											 : 0));
	return 0;
}

/*
 * struct linux_dirent64: two numbers of 64 bits, the entry's length, its type, its name. Of ROUND entries at most that
 * begin before `length`: how many << 32 | bytes
 */
__noinline u64 dirents_round(u64 address, u64 length)
{
	u64 at = 0;
	u16 entry = 0;
	u32 n = 0;

	for (; n < ROUND; n++) {
		if (at >= length || bpf_probe_read_user(&entry, sizeof(entry), (void *)(address + at + 16)) || !entry)
			break;
		at += entry;
	}
	return (u64)n << 32 | at;
}

__noinline int op_dirents(u64 address, u64 length, u32 arg)
{
	struct trace_scratch *s = scratch();
	u64 at = 0, n = 0, round = (u64)ROUND << 32;

	if (!s || !address)
		return 0;
	for (u32 i = 0; i < ROUNDS_OF_DIRENTS && round >> 32 == ROUND && at < length; i++) {
		round = dirents_round(address + at, length - at);
		at += (u32)round;
		n += round >> 32;
	}
	piece_word(s, n, piece_tag(arg, TRACE_COUNT, 0, at < length ? TRACE_PIECE_CUT : 0));
	return 0;
}

/* Elements of `size` bytes, which begin with a descriptor */
__noinline int op_descriptors(u64 address, u64 count, u32 size, u32 arg)
{
	u32 fd = 0;

	if (!address)
		return 0;
	for (u32 i = 0; i < TRACE_ELEMENTS; i++) {
		if (i >= count || bpf_probe_read_user(&fd, sizeof(fd), (void *)(address + i * size)))
			break;
		piece_descriptor(fd, piece_tag(arg, TRACE_DESCRIPTOR, i, 0));
	}
	return 0;
}

/* struct msghdr: name, its length (32 bits), iovec, how many, control, its length, flags; each begins at a word. In
 * struct mmsghdr the length of the message follows. op, bits 16 to 31: which message */
__noinline int op_message(u64 op, u64 address, u64 limit)
{
	struct trace_scratch *s = scratch();
	u32 arg = op >> 8 & 0xff, max = op >> 48, n = op >> 16 & 0xffff, lower = n * TRACE_MSG_STEP, size;
	u64 words[6];
	bool ok = true;

	if (!s || !address)
		return 0;
	size = s->compat ? 28 : 56;
	if ((op & 0xff) == TRACE_OP_MMSGHDR)
		size += sizeof(u32);
	piece_memory(address, size, size, piece_tag(arg, TRACE_MEMORY, n, 0));
	for (u32 i = 0; i < 6; i++)
		words[i] = user_word(s, address, i, &ok);
	if (!ok)
		return 0;
	piece_memory(words[0], (u32)words[1], 128, piece_tag(arg, TRACE_ELEMENT, TRACE_MSG_NAME - lower, 0));
	op_iovec((op & ~(0xffffffffULL << 16)) | (u64)(TRACE_MSG_IOV - lower) << 32 | (u64)n * TRACE_MSG_ELEMENTS << 16,
			 words[2], words[3], limit);
	piece_memory(words[4], words[5], max > 256 ? max : 256,
				 piece_tag(arg, TRACE_ELEMENT, TRACE_MSG_CONTROL - lower, 0));
	return 0;
}

/* limited: bytes beyond the length that the kernel wrote to the message do not count */
__noinline int op_messages(u64 op, u64 address, u64 count, u32 limited)
{
	struct trace_scratch *s = scratch();
	u32 size, at;

	if (!s || !address)
		return 0;
	at = s->compat ? 28 : 56;
	size = s->compat ? 32 : 64;
	for (u32 i = 0; i < TRACE_MESSAGES; i++) {
		u32 length = 0;

		if (i >= count)
			break;
		if (limited)
			bpf_probe_read_user(&length, sizeof(length), (void *)(address + i * size + at));
		op_message(op | (u64)i << 16, address + i * size, limited ? length : ~0ULL);
	}
	return 0;
}

/* Nobody shall see what the kernel would have written if it had not failed. */
static __always_inline bool op_now(const struct trace_scratch *s, u32 kind, u32 when, bool entering)
{
	if (when == TRACE_AT_BOTH)
		return true;
	if (entering || when == TRACE_AT_ENTRY)
		return entering && when == TRACE_AT_ENTRY;
	return when != TRACE_AT_SUCCESS || s->row.ret >= 0 || kind == TRACE_OP_IOVEC;
}

/* which: the plan's index times 8, and the operation's. One function for all, which the verifier walks once */
__noinline int plan_op(u32 which, u32 entering)
{
	struct trace_scratch *s = scratch();
	u64 plan = which >> 3, i = which & 7, length, limit, address, tag, packed;
	const volatile struct trace_op *op;
	u32 kind, arg, max, size, flags = entering ? TRACE_PIECE_ENTRY : 0;

	if (!s || plan >= TRACE_PLANS || i >= TRACE_OPS)
		return 0;
	op = &plans[plan].ops[i];
	kind = op->kind;
	arg = op->arg;
	if (!op_now(s, kind, op->when, entering))
		return 0;
	max = op->max;
	size = op->size;
	address = argument(s, arg);
	tag = piece_tag(arg, TRACE_MEMORY, 0, flags);
	packed = (u64)max << 48 | arg << 8 | kind;
	limit = op->when != TRACE_AT_SUCCESS ? ~0ULL : s->row.ret < 0 ? 0 : s->row.ret;
	if (kind == TRACE_OP_STRING) {
		piece_string(address, max, tag);
		return 0;
	}
	if (kind == TRACE_OP_FD) {
		piece_descriptor(address, piece_tag(arg, TRACE_DESCRIPTOR, 0, flags));
		return 0;
	}
	if (kind == TRACE_OP_ARGV) {
		if (max)
			op_strings(address, max, arg);
		else
			op_count(address, arg);
		return 0;
	}
	if (kind == TRACE_OP_MSGHDR) {
		op_message(packed, address, limit);
		return 0;
	}
	if (kind == TRACE_OP_STACK) {
		piece_memory(s->stack + max, size, size, tag);
		return 0;
	}
	length = op_length(s, kind == TRACE_OP_STRUCT ? TRACE_FROM_SIZE : op->length_from, size);
	if (kind == TRACE_OP_IOVEC) {
		op_iovec(packed, address, length, limit);
		return 0;
	}
	if (kind == TRACE_OP_MMSGHDR) {
		op_messages(packed, address, length, op->when == TRACE_AT_SUCCESS);
		return 0;
	}
	if (kind == TRACE_OP_DIRENTS) {
		op_dirents(address, length, arg);
		return 0;
	}
	if (kind == TRACE_OP_FDS) {
		op_descriptors(address, length < max ? length : max, size, arg);
		return 0;
	}
	if (kind == TRACE_OP_BUFFER)
		length += size;
	if (kind == TRACE_OP_ARRAY) {
		length = (u64)(u32)length * size;
		if (!max || max > TRACE_PIECE_MAX)
			max = TRACE_PIECE_MAX;
		if (size)
			max -= max % size;
	}
	if (kind == TRACE_OP_STRUCT || kind == TRACE_OP_SOCKADDR)
		max = kind == TRACE_OP_STRUCT ? size : 128;
	piece_memory(address, length, max, tag);
	return 0;
}

/* The operations of a plan that are due now. Most plans have few: the call of a function ends none of them. */
static __always_inline void plan_run(u64 plan, bool entering)
{
	if (plan >= TRACE_PLANS)
		return;
	barrier_var(plan);
#pragma clang loop unroll(disable)
	for (u64 i = 0; i < TRACE_OPS; i++) {
		if (plan >= TRACE_PLANS || !plans[plan].ops[i].kind)
			break;
		plan_op(plan << 3 | i, entering);
	}
}
