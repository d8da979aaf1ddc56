/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* tcpretrans.h - a retransmission, and the flow that -c counts by. */
#pragma once

#include "filter.h"

/* Ports in host order; addresses as in the packet, IPv4 in the first word */
struct flow {
	__u32 local[4], remote[4];
	__u16 local_port, remote_port;
	__u16 family; /* AF_INET or AF_INET6 */
	__u16 unused;
};

struct retrans_row {
	__u64 time_ns;
	struct flow flow;
	__u32 pid;	 /* who was interrupted, or sent something just then: rarely the socket's owner */
	__u32 state; /* TCP_ESTABLISHED ... */
	char type;	 /* 'R'; 'S': a SYN-ACK; 'T': a tail-loss probe */
	char unused[7];
	char comm[TASK_COMM];
	__u64 kernel, user; /* hashes of stacks (stacks.h); 0: none, or not asked for */
};

/*
 * IPv4 over a socket that can do both (most servers') has addresses like ::ffff:10.0.0.1, the numbers in the order of
 * the network: IPv4 to whoever looks at it.
 */
static inline void flow_unmap(struct flow *flow)
{
	const __u32 prefix = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 0xffff0000 : 0xffff;

	if (flow->remote[0] || flow->remote[1] || flow->remote[2] != prefix)
		return;
	flow->family = 2; /* AF_INET */
	flow->local[0] = flow->local[3];
	flow->remote[0] = flow->remote[3];
	for (int i = 1; i < 4; i++)
		flow->local[i] = flow->remote[i] = 0;
}
