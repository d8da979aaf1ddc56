// SPDX-License-Identifier: GPL-2.0-or-later
/* Sockets: addresses, types, protocols, options, control data, netlink. */
#include "write.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <string.h>

enum { UNIX = 1, INET = 2, INET6 = 10, NETLINK = 16, PACKET = 17 };
#define SOL_SOCKET_NUMBER 1

/* Ports and the like: as they are in memory, the higher byte first */
static unsigned network16(const struct memory *m, size_t at)
{
	return (unsigned)(memory_number(m, at, 1) << 8 | memory_number(m, at + 1, 1));
}

static void write_unix(struct text *t, const struct memory *m, size_t n)
{
	size_t length = n - 2;
	const unsigned char *path = m->bytes + 2, *nul;

	if (!length)
		return;
	if (!*path && length > 1) {
		out_text(t->out, ", sun_path=@");
		write_bytes(t, path + 1, length - 1, false);
		return;
	}
	nul = memchr(path, 0, length);
	out_text(t->out, ", sun_path=");
	write_bytes(t, path, nul ? (size_t)(nul - path) : length, false);
}

static void write_inet(struct text *t, const struct memory *m)
{
	char text[INET_ADDRSTRLEN] = "";

	if (m->n >= 8)
		inet_ntop(AF_INET, m->bytes + 4, text, sizeof(text));
	out_format(t->out, ", sin_port=htons(%u), sin_addr=inet_addr(\"%s\")", network16(m, 2), text);
}

static void write_inet6(struct text *t, const struct memory *m)
{
	char text[INET6_ADDRSTRLEN] = "";

	if (m->n >= 24)
		inet_ntop(AF_INET6, m->bytes + 8, text, sizeof(text));
	out_format(
		t->out,
		", sin6_port=htons(%u), sin6_flowinfo=htonl(%u), inet_pton(AF_INET6, \"%s\", &sin6_addr), sin6_scope_id=%u",
		network16(m, 2), network16(m, 4) << 16 | network16(m, 6), text, (unsigned)memory_number(m, 24, 4));
}

static void write_netlink_address(struct text *t, const struct memory *m)
{
	if (memory_number(m, 2, 2))
		out_format(t->out, ", nl_pad=%#x", (unsigned)memory_number(m, 2, 2));
	out_format(t->out, ", nl_pid=%d, nl_groups=%08x", (int)memory_number(m, 4, 4), (unsigned)memory_number(m, 8, 4));
}

static void write_packet(struct text *t, const struct memory *m)
{
	unsigned protocol = network16(m, 2), length = (unsigned)memory_number(m, 11, 1);

	out_text(t->out, ", sll_protocol=htons(");
	write_enum(t, V_ETH_P, protocol);
	out_format(t->out, "), sll_ifindex=%d, sll_hatype=", (int)memory_number(m, 4, 4));
	write_enum(t, V_ARPHRD, memory_number(m, 8, 2));
	out_text(t->out, ", sll_pkttype=");
	write_enum(t, V_PKT, memory_number(m, 10, 1));
	out_format(t->out, ", sll_halen=%u", length);
	if (!length)
		return;
	out_text(t->out, ", sll_addr=[");
	for (unsigned i = 0; i < length && i < 8; i++)
		out_format(t->out, "%s%#02x", i ? ", " : "", (unsigned)memory_number(m, 12 + i, 1));
	out_char(t->out, ']');
}

void write_sockaddr(struct text *t, const struct memory *all, size_t n)
{
	struct memory m = {all->bytes, n < all->n ? n : all->n, all->flags};
	unsigned family = (unsigned)memory_number(&m, 0, 2);

	out_text(t->out, "{sa_family=");
	write_enum(t, V_AF, family);
	if (family == UNIX && m.n >= 2)
		write_unix(t, &m, m.n);
	else if (family == INET && m.n >= 8)
		write_inet(t, &m);
	else if (family == INET6 && m.n >= 24)
		write_inet6(t, &m);
	else if (family == NETLINK && m.n >= 12)
		write_netlink_address(t, &m);
	else if (family == PACKET && m.n >= 12)
		write_packet(t, &m);
	else if (m.n > 2) {
		out_text(t->out, ", sa_data=");
		write_bytes(t, m.bytes + 2, m.n - 2, false);
	}
	out_char(t->out, '}');
}

void arg_sockaddr_in(struct text *t, unsigned arg, unsigned with)
{
	struct memory m;

	if (argument(t, arg) && memory_of(t, arg, 2, &m))
		write_sockaddr(t, &m, (uint32_t)argument(t, with));
	else
		write_pointer(t, argument(t, arg));
}

void arg_sockaddr_out(struct text *t, unsigned arg, unsigned with)
{
	struct memory m, length, room;
	size_t n;

	if (!memory_result(t, arg, 2, &m) || !memory_after(t, with, &length)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	n = memory_number(&length, 0, 4);
	if (memory_before(t, with, &room) && memory_number(&room, 0, 4) < n)
		n = memory_number(&room, 0, 4);
	write_sockaddr(t, &m, n);
}

/* Room for an address, and how much the kernel needed of it: [128 => 16] */
void arg_length(struct text *t, unsigned arg, unsigned with)
{
	struct memory before, after;

	(void)with;
	if (!memory_before(t, arg, &before) || before.n < 4) {
		write_pointer(t, argument(t, arg));
		return;
	}
	out_format(t->out, "[%d", (int)memory_number(&before, 0, 4));
	if (memory_result(t, arg, 4, &after) && memory_number(&after, 0, 4) != memory_number(&before, 0, 4))
		out_format(t->out, " => %d", (int)memory_number(&after, 0, 4));
	out_char(t->out, ']');
}

#define SOCK_TYPE_MASK 0xf

void arg_sock_type(struct text *t, unsigned arg, unsigned with)
{
	uint32_t type = (uint32_t)argument(t, arg);

	(void)with;
	write_enum(t, V_SOCK_TYPE, type & SOCK_TYPE_MASK);
	if (type & ~SOCK_TYPE_MASK)
		out_char(t->out, '|'), write_flags(t, V_SOCK, type & ~SOCK_TYPE_MASK);
}

void arg_sock_protocol(struct text *t, unsigned arg, unsigned with)
{
	uint32_t protocol = (uint32_t)argument(t, arg), family = (uint32_t)argument(t, 0);

	(void)with;
	if (family == INET || family == INET6) {
		write_enum(t, V_IPPROTO, protocol);
	} else if (family == NETLINK) {
		write_enum(t, V_NETLINK, protocol);
	} else if (family == PACKET) {
		const char *name = constant_name(V_ETH_P, (protocol & 0xff) << 8 | (protocol >> 8 & 0xff));

		out_format(t->out, name ? "htons(%s)" : "%s", name ? name : "");
		if (!name)
			out_hex(t->out, protocol);
	} else {
		out_format(t->out, "%d", (int)protocol);
	}
}

/* ---- options ---- */

static enum family options_of(uint32_t level)
{
	static const struct {
		uint32_t level;
		enum family options;
	} levels[] = {
		{0, V_SOL_IP},	  {1, V_SO},		{6, V_SOL_TCP},		 {17, V_SOL_UDP},
		{41, V_SOL_IPV6}, {255, V_SOL_RAW}, {263, V_SOL_PACKET}, {270, V_SOL_NETLINK},
	};

	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
		if (levels[i].level == level)
			return levels[i].options;
	return V_NONE;
}

/* Some options can only be read, some only be set */
void arg_sock_option(struct text *t, unsigned arg, unsigned with)
{
	uint32_t option = (uint32_t)argument(t, arg), level = (uint32_t)argument(t, with);
	bool get = t->call->args[3].kind == K_SOCK_VAL_OUT;
	enum family f = options_of(level);

	if (level == SOL_SOCKET_NUMBER && !constant_name(f, option) && constant_name(get ? V_SO_GET : V_SO_SET, option))
		f = get ? V_SO_GET : V_SO_SET;
	if (f == V_NONE)
		out_format(t->out, "%d", (int)option);
	else
		write_enum(t, f, option);
}

static bool is_option(const struct text *t, uint32_t level, const char *name)
{
	enum family f = options_of(level);
	uint32_t value, option = (uint32_t)argument(t, 2);

	return (uint32_t)argument(t, 1) == level && !constant_value(f, name, strlen(name), &value) && value == option;
}

static void write_option(struct text *t, const struct memory *m, size_t n)
{
	if (is_option(t, 1, "SO_LINGER") && n >= 8)
		write_type(t, T_LINGER, m, 0);
	else if (is_option(t, 1, "SO_PEERCRED") && n >= 12)
		write_type(t, T_UCRED, m, 0);
	else if ((is_option(t, 1, "SO_RCVTIMEO_OLD") || is_option(t, 1, "SO_SNDTIMEO_OLD")) && n >= 2 * (size_t)t->word)
		write_type(t, T_TIMEVAL, m, 0);
	else if (is_option(t, 1, "SO_BINDTODEVICE") || is_option(t, 6, "TCP_CONGESTION"))
		write_bytes(t, m->bytes, strnlen((const char *)m->bytes, n), false);
	else if (n == 4 && is_option(t, 1, "SO_PROTOCOL"))
		out_char(t->out, '['), write_enum(t, V_IPPROTO, memory_number(m, 0, 4)), out_char(t->out, ']');
	else if (n == 4 && is_option(t, 1, "SO_TYPE"))
		out_char(t->out, '['), write_enum(t, V_SOCK_TYPE, memory_number(m, 0, 4)), out_char(t->out, ']');
	else if (n == 4 && is_option(t, 1, "SO_DOMAIN"))
		out_char(t->out, '['), write_enum(t, V_AF, memory_number(m, 0, 4)), out_char(t->out, ']');
	else if (n == 4)
		out_format(t->out, "[%d]", (int)memory_number(m, 0, 4));
	else
		write_bytes(t, m->bytes, n < t->style->limit ? n : t->style->limit, n > t->style->limit);
}

static void write_error_option(struct text *t, const struct memory *m)
{
	int error = (int)memory_number(m, 0, 4);
	const char *name = error > 0 ? strerrorname_np(error) : NULL;

	out_format(t->out, "[%s", name ? name : "");
	out_format(t->out, name ? "]" : "%d]", error);
}

void arg_sock_value(struct text *t, unsigned arg, unsigned with)
{
	bool get = t->call->args[arg].kind == K_SOCK_VAL_OUT;
	struct memory m, length;
	size_t n = (uint32_t)argument(t, with);

	if (get ? !memory_result(t, arg, 0, &m) || !memory_after(t, with, &length) : !memory_of(t, arg, 0, &m)) {
		write_pointer(t, argument(t, arg));
		return;
	}
	if (get)
		n = memory_number(&length, 0, 4);
	if (get && n >= 4 && is_option(t, 1, "SO_ERROR"))
		write_error_option(t, &m);
	else
		write_option(t, &m, n < m.n ? n : m.n);
}
