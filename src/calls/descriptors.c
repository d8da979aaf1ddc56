// SPDX-License-Identifier: GPL-2.0-or-later
/* What a descriptor is, as strace -y and -yy print it. */
#include "write.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <string.h>

enum { UNIX = 1, INET = 2, INET6 = 10, NETLINK = 16 };

static void write_inode(struct text *t, const struct trace_socket *s)
{
	out_format(t->out, "[%" PRIu64, (uint64_t)s->inode);
}

static void write_end(struct text *t, const struct trace_socket *s, const void *address, unsigned port)
{
	char text[INET6_ADDRSTRLEN] = "";

	inet_ntop(s->family == INET ? AF_INET : AF_INET6, address, text, sizeof(text));
	out_format(t->out, s->family == INET ? "%s:%u" : "[%s]:%u", text, port);
}

/* A raw socket has its protocol in place of a port. */
static bool has_address(const struct trace_socket *s)
{
	return (s->family == INET || s->family == INET6) && s->source_port && strncmp(s->name, "RAW", 3) != 0;
}

static void write_inet(struct text *t, const struct trace_socket *s)
{
	out_char(t->out, '[');
	write_end(t, s, s->source, s->source_port);
	if (s->destination_port) {
		out_text(t->out, "->");
		write_end(t, s, s->destination, s->destination_port);
	}
}

static void write_unix(struct text *t, const struct trace_socket *s)
{
	const char *nul = memchr(s->path, 0, sizeof(s->path));
	size_t n = s->path_length < sizeof(s->path) ? s->path_length : sizeof(s->path);

	write_inode(t, s);
	if (s->peer)
		out_format(t->out, "->%" PRIu64, (uint64_t)s->peer);
	if (n > 1 && !*s->path) { /* a name that is in no file system */
		out_text(t->out, ",@");
		write_bytes(t, s->path + 1, n - 1, false);
	} else if (n && *s->path) {
		out_char(t->out, ',');
		write_bytes(t, s->path, nul && nul < s->path + n ? (size_t)(nul - s->path) : n, false);
	}
}

/* "[ROUTE:0", for NETLINK_ROUTE */
static void write_netlink_socket(struct text *t, const struct trace_socket *s)
{
	static const char prefix[] = "NETLINK_";
	char name[64];
	struct text_out out = out_to(name, sizeof(name));
	struct text in = *t;

	in.out = &out;
	write_enum(&in, V_NETLINK, s->protocol);
	out_format(t->out, "[%s:%u", name + (strncmp(name, prefix, sizeof(prefix) - 1) ? 0 : sizeof(prefix) - 1),
			   s->port_id);
}

static void write_protocol(struct text *t, const struct trace_socket *s)
{
	size_t n = strnlen(s->name, sizeof(s->name));

	if (n)
		out_escaped(t->out, s->name, n, t->style->hex);
	else
		out_text(t->out, "socket");
	out_char(t->out, ':');
}

/* -yy: "TCP:[127.0.0.1:80->127.0.0.1:4711]"; false: the descriptor is no socket, or nobody asked */
static bool write_socket(struct text *t, unsigned arg, unsigned index)
{
	struct trace_socket s;
	struct memory m;

	if (!memory_find(t, arg, TRACE_SOCKET, index, &m) || m.n < sizeof(s))
		return false;
	memcpy(&s, m.bytes, sizeof(s));
	write_protocol(t, &s);
	if (has_address(&s))
		write_inet(t, &s);
	else if (s.family == UNIX)
		write_unix(t, &s);
	else if (s.family == NETLINK && s.port_id)
		write_netlink_socket(t, &s);
	else
		write_inode(t, &s);
	out_char(t->out, ']');
	return true;
}

/* ---- all of them ---- */

static void write_name(struct text *t, const struct memory *m)
{
	for (size_t i = 0; i < m->n; i++) /* as strace: what ends the text is escaped too */
		if (m->bytes[i] == '<' || m->bytes[i] == '>')
			out_format(t->out, "\\%o", m->bytes[i]);
		else
			out_escaped(t->out, m->bytes + i, 1, t->style->hex);
}

/* -yy: the process of a pidfd */
static bool write_process(struct text *t, unsigned arg, unsigned index)
{
	struct memory m;

	if (!memory_find(t, arg, TRACE_PROCESS, index, &m))
		return false;
	out_format(t->out, "pid:%d", (int)memory_number(&m, 0, 4));
	return true;
}

/* -yy: "<char 1:3>" behind the path */
static void write_device(struct text *t, unsigned arg, unsigned index)
{
	struct memory m;
	unsigned number;

	if (!memory_find(t, arg, TRACE_DEVICE, index, &m))
		return;
	number = (unsigned)memory_number(&m, 0, 4);
	out_format(t->out, "<%s %u:%u>", (memory_number(&m, 4, 4) & 0170000) == 0060000 ? "block" : "char", number >> 20,
			   number & 0xfffff);
}

void write_descriptor(struct text *t, unsigned arg, unsigned index)
{
	struct memory m;

	if (!memory_find(t, arg, TRACE_DESCRIPTOR, index, &m))
		return;
	out_char(t->out, '<');
	if (!write_socket(t, arg, index) && !write_process(t, arg, index)) {
		write_name(t, &m);
		write_device(t, arg, index);
	}
	out_char(t->out, '>');
}

void write_fd(struct text *t, unsigned arg, unsigned index, int fd)
{
	out_format(t->out, "%d", fd);
	write_descriptor(t, arg, index);
}
