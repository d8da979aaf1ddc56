// SPDX-License-Identifier: GPL-2.0-or-later
/* poll, select, epoll: what a call waited for, and what came. */
#include "write.h"

#include <inttypes.h>

#define POLLFD_SIZE 8
#define EPOLL_EVENT_SIZE(t) ((t)->machine == MACHINE_AARCH64 || (t)->machine == MACHINE_ARM ? 16 : 12)

static void write_pollfd(struct text *t, unsigned arg, unsigned i, const struct memory *m)
{
	int fd = (int)memory_number(m, (size_t)i * POLLFD_SIZE, 4);

	out_text(t->out, "{fd=");
	write_fd(t, arg, i, fd);
	if (fd >= 0) {
		out_text(t->out, ", events=");
		write_flags(t, V_POLL, memory_number(m, (size_t)i * POLLFD_SIZE + 4, 2));
	}
	out_char(t->out, '}');
}

void arg_poll(struct text *t, unsigned arg, unsigned with)
{
	uint64_t n = (uint32_t)argument(t, with);
	struct memory m;
	unsigned i = 0;

	if (!argument(t, arg) || !memory_before(t, arg, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_char(t->out, '[');
	for (; i < n && i < t->style->limit && ((size_t)i + 1) * POLLFD_SIZE <= m.n; i++) {
		out_text(t->out, i ? ", " : "");
		write_pollfd(t, arg, i, &m);
	}
	if (i < n)
		out_text(t->out, i ? ", ..." : "...");
	out_char(t->out, ']');
}

static void write_revents(struct text *t, const struct memory *m)
{
	unsigned shown = 0;

	out_text(t->out, " ([");
	for (size_t at = 0; at + POLLFD_SIZE <= m->n; at += POLLFD_SIZE) {
		uint64_t revents = memory_number(m, at + 6, 2);

		if (!revents)
			continue;
		if (shown++ >= t->style->limit) {
			out_text(t->out, ", ...");
			break;
		}
		out_format(t->out, "%s{fd=%d, revents=", shown > 1 ? ", " : "", (int)memory_number(m, at, 4));
		write_flags(t, V_POLL, revents);
		out_char(t->out, '}');
	}
	out_char(t->out, ']');
}

/* What is left of the time; poll() itself does not say */
static void write_left(struct text *t, unsigned arg)
{
	const struct call_arg *a = &t->call->args[arg];
	struct memory m;

	if (a->kind != K_LEFT && a->kind != K_SELECT_TIME)
		return;
	if (!argument(t, arg) || !memory_result(t, arg, 2UL * t->word, &m))
		return;
	out_text(t->out, ", left ");
	write_type(t, a->with, &m, 0);
}

void result_poll(struct text *t)
{
	struct memory m;

	if (call_failed(t))
		return;
	if (!t->row->ret) {
		out_text(t->out, " (Timeout)");
		return;
	}
	if (!memory_result(t, 0, POLLFD_SIZE, &m))
		return;
	write_revents(t, &m);
	write_left(t, 2);
	out_char(t->out, ')');
}

/* ---- select ---- */

/* The numbers of a set. `first` and `last` are written around them, if it has any */
static bool write_set(struct text *t, unsigned arg, const struct memory *m, const char *first, const char *last)
{
	int64_t n = (int32_t)argument(t, 0);
	const char *between = first;
	bool any = false;

	for (int64_t fd = 0; fd < n && (uint64_t)fd / 8 < m->n; fd++)
		if (m->bytes[fd / 8] >> fd % 8 & 1) {
			out_text(t->out, between);
			write_fd(t, arg, (unsigned)fd, (int)fd);
			between = " ";
			any = true;
		}
	if (any)
		out_text(t->out, last);
	return any;
}

void arg_fd_set(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	(void)with;
	if (!argument(t, arg) || !memory_before(t, arg, &m))
		write_pointer(t, argument(t, arg));
	else if (!write_set(t, arg, &m, "[", "]"))
		out_text(t->out, "[]");
}

void arg_select_time(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	if (memory_before(t, arg, &m) && m.n >= 2UL * t->word)
		write_type(t, with, &m, 0);
	else
		write_pointer(t, argument(t, arg));
}

void result_select(struct text *t)
{
	static const char *const names[] = {"in [", "out [", "except ["};
	bool any = false;
	struct memory m;

	if (call_failed(t))
		return;
	if (!t->row->ret) {
		out_text(t->out, " (Timeout)");
		return;
	}
	for (unsigned arg = 1; arg <= 3; arg++)
		if (argument(t, arg) && memory_result(t, arg, 1, &m)) {
			char first[16];
			struct text_out o = out_to(first, sizeof(first));

			out_format(&o, "%s%s", any ? ", " : " (", names[arg - 1]);
			any = write_set(t, arg, &m, first, "]") || any;
		}
	if (!any)
		return;
	write_left(t, 4);
	out_char(t->out, ')');
}

/* nanosleep(): what is left, which is written only when a signal ends the call */
void arg_remaining(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	if (call_failed(t) && t->row->ret != -14 && t->row->ret != -22 && memory_after(t, arg, &m) && m.n >= 2UL * t->word)
		write_type(t, with, &m, 0);
	else
		write_pointer(t, argument(t, arg));
}

/* ---- epoll ---- */

static void write_event(struct text *t, const struct memory *m, size_t at)
{
	size_t data = at + (size_t)EPOLL_EVENT_SIZE(t) - 8;

	out_text(t->out, "{events=");
	write_flags(t, V_EPOLL_EV, memory_number(m, at, 4));
	out_format(t->out, ", data={u32=%" PRIu64 ", u64=%" PRIu64 "}}", memory_number(m, data, 4),
			   memory_number(m, data, 8));
}

void arg_epoll_event(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	(void)with;
	if (argument(t, 1) != 2 && memory_of(t, arg, (size_t)EPOLL_EVENT_SIZE(t), &m)) /* not for EPOLL_CTL_DEL */
		write_event(t, &m, 0);
	else
		write_pointer(t, argument(t, arg));
}

void arg_epoll_out(struct text *t, unsigned arg, unsigned with)
{
	size_t size = (size_t)EPOLL_EVENT_SIZE(t);
	struct memory m;
	int64_t i = 0;

	(void)with;
	if (!memory_result(t, arg, 0, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_char(t->out, '[');
	for (; i < t->row->ret && i < t->style->limit && ((size_t)i + 1) * size <= m.n; i++) {
		out_text(t->out, i ? ", " : "");
		write_event(t, &m, (size_t)i * size);
	}
	if (i < t->row->ret)
		out_text(t->out, i ? ", ..." : "...");
	out_char(t->out, ']');
}
