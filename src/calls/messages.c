// SPDX-License-Identifier: GPL-2.0-or-later
/* Vectors of buffers, messages of sockets, and messages of System V's queues. */
#include "write.h"

#include <inttypes.h>

#define FAMILY_NETLINK 16

static void write_base(struct text *t, unsigned arg, unsigned i, uint64_t base, uint64_t full)
{
	struct memory m;

	if (memory_find(t, arg, TRACE_ELEMENT, i, &m))
		write_buffer(t, &m, full);
	else if (base && !full && !call_failed(t))
		write_bytes(t, "", 0, false);
	else
		write_pointer(t, base);
}

/* The array of struct iovec in m. first: index of its first element. limit: bytes in use, in all of them */
static void write_iov(struct text *t, unsigned arg, unsigned first, const struct memory *m, uint64_t count,
					  uint64_t limit)
{
	uint64_t there = m->n / (2 * (size_t)t->word), n = count < there ? count : there;

	out_char(t->out, '[');
	for (unsigned i = 0; i < n; i++) {
		uint64_t base = memory_word(t, m, 2 * (size_t)i), full = memory_word(t, m, 2 * (size_t)i + 1);
		uint64_t used = full < limit ? full : limit;

		if (i >= t->style->limit && !t->style->verbose)
			break;
		out_text(t->out, i ? ", {iov_base=" : "{iov_base=");
		write_base(t, arg, first + i, base, used);
		out_format(t->out, ", iov_len=%" PRIu64 "}", full);
		limit -= used;
	}
	if (n < count)
		out_text(t->out, n ? ", ..." : "...");
	out_char(t->out, ']');
}

void arg_iov(struct text *t, unsigned arg, unsigned with)
{
	bool out = t->call->args[arg].kind == K_IOV_OUT;
	struct memory m;

	if (!memory_of(t, arg, 0, &m))
		write_pointer(t, argument(t, arg));
	else
		write_iov(t, arg, 0, &m, argument(t, with), !out ? UINT64_MAX : call_failed(t) ? 0 : (uint64_t)t->row->ret);
}

/* One struct msghdr. n: which of an array. limit: bytes that were received */
struct message {
	unsigned arg, n;
	uint64_t limit;
};

static bool message_part(const struct text *t, const struct message *of, unsigned index, struct memory *m)
{
	return memory_find(t, of->arg, TRACE_ELEMENT, index - of->n * TRACE_MSG_STEP, m);
}

static void write_vector(struct text *t, const struct message *of, const struct memory *m, bool netlink)
{
	uint64_t count = memory_word(t, m, 3), full, used;
	unsigned first = of->n * TRACE_MSG_ELEMENTS;
	struct memory vector, data;

	if (!message_part(t, of, TRACE_MSG_IOV, &vector)) {
		write_pointer(t, memory_word(t, m, 2));
		return;
	}
	full = memory_word(t, &vector, 1);
	used = full < of->limit ? full : of->limit;
	if (!netlink || count != 1 || !memory_find(t, of->arg, TRACE_ELEMENT, first, &data)) {
		write_iov(t, of->arg, first, &vector, count, of->limit);
		return;
	}
	out_text(t->out, "[{iov_base=");
	if (!write_netlink(t, &data, used))
		write_buffer(t, &data, used);
	out_format(t->out, ", iov_len=%" PRIu64 "}]", full);
}

static void write_control_data(struct text *t, const struct message *of, const struct memory *m)
{
	uint64_t control = memory_word(t, m, 5);
	struct memory part;

	if (control) {
		out_text(t->out, ", msg_control=");
		if (memory_word(t, m, 4) && message_part(t, of, TRACE_MSG_CONTROL, &part))
			write_control(t, &part);
		else
			write_pointer(t, memory_word(t, m, 4));
	}
	out_format(t->out, ", msg_controllen=%" PRIu64, control);
}

/* before: the room for the name, if that is known, or -1 */
static void write_message(struct text *t, const struct message *of, const struct memory *m, int64_t before)
{
	uint64_t length = (uint32_t)memory_word(t, m, 1);
	struct memory name = {0};

	out_text(t->out, "{msg_name=");
	if (length && memory_word(t, m, 0) && message_part(t, of, TRACE_MSG_NAME, &name))
		write_sockaddr(t, &name, (size_t)length);
	else
		write_pointer(t, memory_word(t, m, 0));
	out_text(t->out, ", msg_namelen=");
	if (before >= 0 && (uint64_t)before != length)
		out_format(t->out, "%" PRId64 " => ", before);
	out_format(t->out, "%" PRIu64 ", msg_iov=", length);
	write_vector(t, of, m, name.n >= 2 && memory_number(&name, 0, 2) == FAMILY_NETLINK);
	out_format(t->out, ", msg_iovlen=%" PRIu64, memory_word(t, m, 3));
	write_control_data(t, of, m);
	out_text(t->out, ", msg_flags=");
	write_flags(t, V_MSG, memory_number(m, (size_t)6 * t->word, 4));
	out_char(t->out, '}');
}

static unsigned header_size(const struct text *t)
{
	return t->word == 8 ? 56 : 28;
}

void arg_message(struct text *t, unsigned arg, unsigned with)
{
	bool out = t->call->args[arg].kind == K_MSG_OUT;
	struct message of = {arg, 0, out ? (uint64_t)t->row->ret : UINT64_MAX};
	struct memory m, before;
	int64_t length = -1;

	(void)with;
	if (!memory_of(t, arg, header_size(t), &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	if (out && call_failed(t)) {
		out_format(t->out, "{msg_namelen=%u}", (unsigned)memory_word(t, &m, 1));
		return;
	}
	if (out && memory_before(t, arg, &before))
		length = (uint32_t)memory_word(t, &before, 1);
	write_message(t, &of, &m, length);
}

/* Those that were sent or received have a length */
void arg_messages(struct text *t, unsigned arg, unsigned with)
{
	bool out = t->call->args[arg].kind == K_MMSG_OUT;
	uint64_t done = call_failed(t) ? 0 : (uint64_t)t->row->ret, n = out ? done : (uint32_t)argument(t, with);
	unsigned size = header_size(t), i = 0;
	struct memory m;

	if ((out && call_failed(t)) || (n && !memory_find(t, arg, TRACE_MEMORY, 0, &m))) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_char(t->out, '[');
	for (; i < n && i < t->style->limit; i++) {
		if (!memory_find(t, arg, TRACE_MEMORY, i, &m) || m.n < size + 4)
			break;
		out_text(t->out, i ? ", {msg_hdr=" : "{msg_hdr=");
		write_message(t, &(struct message){arg, i, out ? memory_number(&m, size, 4) : UINT64_MAX}, &m, -1);
		if (i < done)
			out_format(t->out, ", msg_len=%u", (unsigned)memory_number(&m, size, 4));
		out_char(t->out, '}');
	}
	if (i < n)
		out_text(t->out, i ? ", ..." : "...");
	out_char(t->out, ']');
}

/* recvmmsg(): what is left of the time */
void result_messages(struct text *t)
{
	struct memory m;

	if (call_failed(t) || !argument(t, 4))
		return;
	if (!t->row->ret) {
		out_text(t->out, " (Timeout)");
	} else if (memory_result(t, 4, 2UL * t->word, &m)) {
		out_text(t->out, " (left ");
		write_type(t, t->call->args[4].with, &m, 0);
		out_char(t->out, ')');
	}
}

/* struct sembuf: which one, what to add, flags */
void arg_semaphores(struct text *t, unsigned arg, unsigned with)
{
	uint64_t n = (uint32_t)argument(t, with);
	struct memory m;
	size_t i = 0;

	if (!memory_of(t, arg, 0, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_char(t->out, '[');
	for (; i < n && i < t->style->limit && (i + 1) * 6 <= m.n; i++) {
		out_format(t->out, "%s{sem_num=%u, sem_op=%d, sem_flg=", i ? ", " : "", (unsigned)memory_number(&m, i * 6, 2),
				   (int16_t)memory_number(&m, i * 6 + 2, 2));
		write_flags(t, V_SEM_OP, memory_number(&m, i * 6 + 4, 2));
		out_char(t->out, '}');
	}
	if (i < n)
		out_text(t->out, i ? ", ..." : "...");
	out_char(t->out, ']');
}

/* struct msgbuf: a word that tells the type, then the text */
void arg_queued(struct text *t, unsigned arg, unsigned with)
{
	bool out = t->call->args[arg].kind == K_MSGBUF_OUT;
	struct memory m, text;

	if (!(out ? memory_result(t, arg, t->word, &m) : memory_of(t, arg, t->word, &m))) {
		write_pointer(t, argument(t, arg));
		return;
	}
	text = (struct memory){m.bytes + t->word, m.n - t->word, m.flags};
	out_text(t->out, "{mtype=");
	write_number(t, K_LONG, 0, memory_word(t, &m, 0));
	out_text(t->out, ", mtext=");
	write_buffer(t, &text, argument(t, with));
	out_char(t->out, '}');
}
