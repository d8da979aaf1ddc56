// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of tcpretrans: the same two events. They do not tell a tail-loss probe from another
 * retransmission, so both have type R here. There are no stacks. */
#include "session/tool.h"
#include "source/ftrace/stream.h"
#include "tcpretrans.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

enum { STATE, SPORT, DPORT, FAMILY, SADDR, DADDR, SADDR_V6, DADDR_V6, ERROR };
#define FLOW_FIELDS                                                                                  \
	[SPORT] = "sport", [DPORT] = "dport", [FAMILY] = "family", [SADDR] = "saddr", [DADDR] = "daddr", \
	[SADDR_V6] = "saddr_v6", [DADDR_V6] = "daddr_v6"
static const char *const retransmit_fields[] = {[STATE] = "state", FLOW_FIELDS, [ERROR] = "err", NULL};
static const char *const synack_fields[] = {[STATE] = "no state: the request of a listener", FLOW_FIELDS, NULL};

static void read_flow(const struct record *r, struct flow *flow)
{
	flow->local_port = (uint16_t)record_int(r, SPORT);
	flow->remote_port = (uint16_t)record_int(r, DPORT);
	flow->family = record_has(r, FAMILY) ? (uint16_t)record_int(r, FAMILY) : AF_INET6;
	if (flow->family == AF_INET6) { /* before 5.14 there is no family; an IPv4 address is also there as a mapped one */
		record_bytes(r, SADDR_V6, flow->local, 16);
		record_bytes(r, DADDR_V6, flow->remote, 16);
		flow_unmap(flow);
	} else {
		record_bytes(r, SADDR, flow->local, 4);
		record_bytes(r, DADDR, flow->remote, 4);
	}
}

static bool flow_wanted(const struct flow *flow)
{
	const struct tcpretrans_options *o = &tcpretrans;

	if (o->local_port && flow->local_port != o->local_port)
		return false;
	if (o->remote_port && flow->remote_port != o->remote_port)
		return false;
	if (!o->only.family)
		return true;
	return flow->family == o->only.family && (!memcmp(flow->local, o->only.local, sizeof(flow->local)) ||
											  !memcmp(flow->remote, o->only.local, sizeof(flow->remote)));
}

static void report(struct session *s, const struct record *r, char type, uint32_t state)
{
	const struct task *task = record_task(r);
	struct retrans_row row = {.time_ns = r->time_ns, .pid = task->tgid, .state = state, .type = type};
	struct flow_row *total;

	read_flow(r, &row.flow);
	if (!flow_wanted(&row.flow) || !record_wanted(r, -1))
		return;
	if (tcpretrans.count) {
		total = session_total(s, &row.flow);
		if (total)
			total->count++;
		return;
	}
	memcpy(row.comm, task->comm, sizeof(row.comm));
	session_event(s, &row);
}

static void on_retransmit(struct session *s, const struct record *r)
{
	if (!record_has(r, ERROR) || !record_int(r, ERROR)) /* since 6.15 there are records of attempts that failed */
		report(s, r, 'R', (uint32_t)record_int(r, STATE));
}

static void on_synack(struct session *s, const struct record *r)
{
	report(s, r, 'S', 12); /* TCP_NEW_SYN_RECV, the only state of a request */
}

static int start(struct session *s)
{
	return tcpretrans.stack ? cannot(s, -ENOTSUP, "ftrace's form of tcpretrans has no stacks (-s)") : 0;
}

static const struct ftrace_event events[] = {
	{"tcp/tcp_retransmit_skb", retransmit_fields, on_retransmit, false, NULL},
	{"tcp/tcp_retransmit_synack", synack_fields, on_synack, false, NULL},
	{0},
};

const struct ftrace_recipe tcpretrans_ftrace = {.events = events, .names_tasks = true, .start = start};
