// SPDX-License-Identifier: GPL-2.0-or-later
/* What comes with a message: control data, and messages of netlink. */
#include "write.h"

#include <inttypes.h>
#include <string.h>

enum { SOCKET = 1, RIGHTS = 1, CREDENTIALS = 2 };

static void write_data(struct text *t, const struct memory *m, unsigned level, unsigned type)
{
	if (level == SOCKET && type == RIGHTS) {
		for (size_t i = 0; i + 4 <= m->n; i += 4)
			out_format(t->out, "%s%d", i ? ", " : "[", (int)memory_number(m, i, 4));
		out_char(t->out, ']');
	} else if (level == SOCKET && type == CREDENTIALS && m->n >= 12) {
		write_type(t, T_UCRED, m, 0);
	} else if (level == SOCKET && type == 29 && m->n >= 2UL * t->word) {
		write_type(t, T_TIMEVAL, m, 0);
	} else if (level != SOCKET && m->n == 4) {
		out_format(t->out, "[%d]", (int)memory_number(m, 0, 4));
	} else {
		write_bytes(t, m->bytes, m->n < t->style->limit ? m->n : t->style->limit, m->n > t->style->limit);
	}
}

/* struct cmsghdr: length of it all, level, type; each begins at a word */
void write_control(struct text *t, const struct memory *m)
{
	size_t head = t->word + 8, at = 0;

	out_char(t->out, '[');
	while (m->n - at >= head) {
		uint64_t length = memory_number(m, at, t->word), rest = m->n - at, step;
		unsigned level = (unsigned)memory_number(m, at + t->word, 4),
				 type = (unsigned)memory_number(m, at + t->word + 4, 4);
		struct memory data = {m->bytes + at + head, 0, 0};

		out_format(t->out, "%s{cmsg_len=%" PRIu64 ", cmsg_level=", at ? ", " : "", length);
		write_enum(t, V_SOL, level);
		out_text(t->out, ", cmsg_type=");
		write_enum(t, level == SOCKET ? V_SCM : level == 0 ? V_IP_CMSG : V_NONE, type);
		if (length > head && length <= rest) {
			data.n = (size_t)length - head;
			out_text(t->out, ", cmsg_data=");
			write_data(t, &data, level, type);
		}
		out_char(t->out, '}');
		step = (length + t->word - 1) & ~(uint64_t)(t->word - 1);
		if (length < head || length > rest || step > rest) /* a length near 2^64 makes a step of 0 */
			break;
		at += (size_t)step;
	}
	out_char(t->out, ']');
}

static enum family flags_of(unsigned type)
{
	if (type < 16)
		return V_NLMSG_F;
	return (type & 3) == 2 ? V_NLM_GET : (type & 3) == 0 ? V_NLM_NEW : (type & 3) == 1 ? V_NLM_DELETE : V_NLMSG_F;
}

static void write_netlink_head(struct text *t, const struct memory *m)
{
	unsigned type = (unsigned)memory_number(m, 4, 2), flags = (unsigned)memory_number(m, 6, 2), rest = flags;
	bool any = false;
	struct constant c = {0};

	out_format(t->out, "{nlmsg_len=%u, nlmsg_type=", (unsigned)memory_number(m, 0, 4));
	write_enum(t, type < 16 ? V_NLMSG : V_RTM, type);
	out_text(t->out, ", nlmsg_flags=");
	while (constant_next(V_NLMSG_F, &c))
		if (c.value && (rest & c.value) == c.value) {
			out_format(t->out, any ? "|%s" : "%s", c.name);
			rest &= ~c.value;
			any = true;
		}
	if (rest || !any)
		write_flags_more(t, flags_of(type), rest, !any);
	out_format(t->out, ", nlmsg_seq=%u, nlmsg_pid=%d}", (unsigned)memory_number(m, 8, 4), (int)memory_number(m, 12, 4));
}

/* The head of the first message, and the family that most requests of routes begin with */
bool write_netlink(struct text *t, const struct memory *m, size_t n)
{
	uint32_t length = (uint32_t)memory_number(m, 0, 4);

	if (m->n < 16 || length < 16 || length > n)
		return false;
	out_char(t->out, '[');
	write_netlink_head(t, m);
	if (length > 16) {
		out_text(t->out, ", ");
		write_bytes(t, m->bytes + 16, (m->n < length ? m->n : length) - 16, m->n < length);
	}
	out_char(t->out, ']');
	return true;
}
