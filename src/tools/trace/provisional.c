// SPDX-License-Identifier: GPL-2.0-or-later
#include "provisional.h"

#include "base/escape.h"
#include "base/schema.h"
#include "sys/errnos.h"
#include "sys/syscalls.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	int nargs;
	struct trace_plan plan;
} calls[] = {
	{"fstat", 2, {{{TRACE_OP_FD, 0, TRACE_AT_EXIT, 0, 0, 0}}}},
	{"epoll_create1", 1, {{{TRACE_OP_FD, TRACE_RESULT, TRACE_AT_SUCCESS, 0, 0, 0}}}},
	{"openat",
	 4,
	 {{{TRACE_OP_FD, TRACE_RESULT, TRACE_AT_SUCCESS, 0, 0, 0}, {TRACE_OP_STRING, 1, TRACE_AT_EXIT, 0, 0, 4096}}}},
	{"open", 3, {{{TRACE_OP_STRING, 0, TRACE_AT_EXIT, 0, 0, 4096}}}},
	{"newfstatat",
	 4,
	 {{{TRACE_OP_STRING, 1, TRACE_AT_EXIT, 0, 0, 4096}, {TRACE_OP_STRUCT, 2, TRACE_AT_SUCCESS, 0, 144, 0}}}},
	{"read",
	 3,
	 {{{TRACE_OP_FD, 0, TRACE_AT_EXIT, 0, 0, 0}, {TRACE_OP_BUFFER, 1, TRACE_AT_SUCCESS, TRACE_FROM_RESULT, 0, 32}}}},
	{"write", 3, {{{TRACE_OP_FD, 0, TRACE_AT_EXIT, 0, 0, 0}, {TRACE_OP_BUFFER, 1, TRACE_AT_EXIT, 2, 0, 32}}}},
	{"writev", 3, {{{TRACE_OP_IOVEC, 1, TRACE_AT_EXIT, 2, 0, 32}}}},
	{"close", 1, {{{TRACE_OP_FD, 0, TRACE_AT_ENTRY, 0, 0, 0}}}},
	{"getppid", 0, {{{TRACE_OP_NONE, 0, 0, 0, 0, 0}}}},
	{"exit_group", 1, {{{TRACE_OP_NONE, 0, 0, 0, 0, 0}}}},
	{"exit", 1, {{{TRACE_OP_NONE, 0, 0, 0, 0, 0}}}},
	{"connect", 3, {{{TRACE_OP_SOCKADDR, 1, TRACE_AT_EXIT, 2, 0, 128}}}},
	{"accept",
	 3,
	 {{{TRACE_OP_STRUCT, 2, TRACE_AT_BOTH, 0, 4, 0},
	   {TRACE_OP_SOCKADDR, 1, TRACE_AT_SUCCESS, TRACE_FROM_POINTER + 2, 0, 128}}}},
	{"sendmsg", 3, {{{TRACE_OP_MSGHDR, 1, TRACE_AT_EXIT, 0, 0, 32}}}},
	{"recvmsg", 3, {{{TRACE_OP_MSGHDR, 1, TRACE_AT_SUCCESS, 0, 0, 32}}}},
	{"execve",
	 3,
	 {{{TRACE_OP_STRING, 0, TRACE_AT_ENTRY, 0, 0, 4096},
	   {TRACE_OP_ARGV, 1, TRACE_AT_ENTRY, 0, 0, 32},
	   {TRACE_OP_ARGV, 2, TRACE_AT_ENTRY, 0, 0, 0}}}},
};
#define CALLS (sizeof(calls) / sizeof(calls[0]))

static int find(const char *name)
{
	for (size_t i = 0; i < CALLS; i++)
		if (!strcmp(calls[i].name, name))
			return (int)i;
	return -1;
}

struct trace_plan provisional_plan(const char *name, unsigned string_limit)
{
	struct trace_plan plan = {0};
	int i = find(name);

	if (i >= 0)
		plan = calls[i].plan;
	for (int op = 0; op < TRACE_OPS; op++)
		if (plan.ops[op].max == 32)
			plan.ops[op].max = (unsigned short)string_limit;
	return plan;
}

bool provisional_returns(const char *name)
{
	return strcmp(name, "exit") && strcmp(name, "exit_group");
}

const char *provisional_name(uint32_t call)
{
	static const struct field only = {.size = 4, .kind = FIELD_U32};
	static uint32_t last = ~0U;
	static char name[64];

	if (call != last)
		syscall_field(name, sizeof(name), &only, &call);
	last = call;
	return name;
}

static size_t add_pieces(char *to, size_t size, const struct trace_row *row, int arg)
{
	size_t n = 0, used = 0;

	for (uint32_t at = 0; at + sizeof(struct trace_piece) <= row->length;) {
		const struct trace_piece *p = (const void *)(row->pieces + at);
		size_t length = p->length;

		at += (uint32_t)(sizeof(*p) + (length + 7) / 8 * 8);
		if (at > row->length)
			break;
		if (p->arg != arg)
			continue;
		n += (size_t)snprintf(to + n, size - n, "%s", used++ ? " " : "");
		if (p->what == TRACE_COUNT) {
			n += (size_t)snprintf(to + n, size - n, "/* %" PRIu64 " */", *(const uint64_t *)(const void *)(p + 1));
			continue;
		}
		n += (size_t)snprintf(to + n, size - n, "\"");
		n += escape_text(to + n, size - n, (const char *)(p + 1), length);
		n += (size_t)snprintf(to + n, size - n, "\"%s", p->flags & TRACE_PIECE_CUT ? "..." : "");
	}
	return n;
}

int provisional_text(char *to, size_t size, const struct trace_row *row)
{
	const char *name = provisional_name(row->call);
	int known, nargs;
	size_t n;

	known = find(strncmp(name, "i386:", 5) ? name : name + 5);
	nargs = known < 0 ? 6 : calls[known].nargs;
	n = (size_t)snprintf(to, size, "%s(", name);
	for (int i = 0; i < nargs && n < size - 64; i++) {
		size_t length;

		if (i)
			n += (size_t)snprintf(to + n, size - n, ", ");
		length = add_pieces(to + n, size - n - 64, row, i);
		if (!length)
			length = (size_t)snprintf(to + n, size - n, "%#llx", (unsigned long long)row->args[i]);
		n += length;
	}
	n += (size_t)snprintf(to + n, size - n, ")");
	return (int)n;
}

int provisional_result(char *to, size_t size, const struct trace_row *row)
{
	char error[40];

	if (row->kind == TRACE_NO_RETURN)
		return snprintf(to, size, "?");
	if (row->ret >= 0 || row->ret < -ERRNO_LAST) {
		int n = snprintf(to, size, "%" PRId64, (int64_t)row->ret);

		return n + (int)add_pieces(to + n, size - (size_t)n, row, TRACE_RESULT);
	}
	errno_name(error, sizeof(error), (int)row->ret);
	return snprintf(to, size, "-1 %s (%s)", error, strerror((int)-row->ret));
}
