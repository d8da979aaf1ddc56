// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * tcpretrans - TCP segments that are sent once more. Runs in timers and in the receive path, so the
 * current task has little to do with it.
 */
#include "events.bpf.h"
#include "filter.bpf.h"
#include "stacks.bpf.h" /* the loader makes its maps as small as they can be without -s */
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_tracing.h>
#include <ktally/tcpretrans.h>

#define TALLY_KEY struct flow
#define TALLY_VALUE u64
#define TALLY_ENTRIES 10240
#include "tally.bpf.h"

#define AF_INET 2
#define AF_INET6 10
#define ICSK_TIME_LOSS_PROBE 5 /* include/net/inet_connection_sock.h, 5 since 3.10 */

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool count_flows = false;
const volatile bool with_stack = false;
const volatile bool loss_probes = false; /* rows of type T too */
const volatile __u16 only_local_port = 0;
const volatile __u16 only_remote_port = 0;
const volatile __u16 only_family = 0;	   /* of only_address; 0: any */
const volatile __u32 only_address[4] = {}; /* at either end */

static __always_inline void read_flow(struct sock_common *sk, struct flow *flow)
{
	flow->family = sk->skc_family;
	flow->local_port = sk->skc_num;
	flow->remote_port = bpf_ntohs(sk->skc_dport);
	if (flow->family == AF_INET) {
		flow->local[0] = sk->skc_rcv_saddr;
		flow->remote[0] = sk->skc_daddr;
		return;
	}
	for (int i = 0; i < 4; i++) {
		flow->local[i] = sk->skc_v6_rcv_saddr.in6_u.u6_addr32[i];
		flow->remote[i] = sk->skc_v6_daddr.in6_u.u6_addr32[i];
	}
	flow_unmap(flow);
}

static __always_inline bool is_only_address(const __u32 *address)
{
	return address[0] == only_address[0] && address[1] == only_address[1] && address[2] == only_address[2] &&
		   address[3] == only_address[3];
}

static __always_inline bool flow_wanted(const struct flow *flow)
{
	if (only_local_port && flow->local_port != only_local_port)
		return false;
	if (only_remote_port && flow->remote_port != only_remote_port)
		return false;
	if (!only_family)
		return true;
	return flow->family == only_family && (is_only_address(flow->local) || is_only_address(flow->remote));
}

static __always_inline void count_flow(const struct flow *flow)
{
	u64 *count = tally_of(flow);

	if (count)
		ADD(count, 1);
}

/* Functions of their own, and called first: before 5.12 a walk has no room beside a flow. */
static __noinline u64 kernel_stack(void *ctx)
{
	return stack_kernel(ctx);
}

static __noinline u64 user_stack(void *ctx)
{
	return stack_user(ctx, UNWIND_TASK);
}

static __always_inline int report(void *ctx, struct sock_common *sk, char type, u32 state)
{
	struct flow flow = {};
	u64 kernel = 0, user = 0;
	struct retrans_row *row;

	read_flow(sk, &flow);
	if (!flow_wanted(&flow) || !task_wanted())
		return 0;
	if (count_flows) {
		count_flow(&flow);
		return 0;
	}
	if (with_stack) {
		kernel = kernel_stack(ctx);
		user = user_stack(ctx);
	}
	row = events_reserve(sizeof(*row));
	if (!row)
		return 0;
	row->time_ns = bpf_ktime_get_ns();
	row->flow = flow;
	row->pid = bpf_get_current_pid_tgid() >> 32;
	row->state = state;
	row->type = type;
	row->kernel = kernel;
	row->user = user;
	bpf_get_current_comm(row->comm, sizeof(row->comm));
	events_submit(row);
	return 0;
}

/* The timer that runs is the probe's until tcp_send_loss_probe() has sent and re-armed. */
static __always_inline bool is_loss_probe(struct sock *sk)
{
	struct tcp_sock *tp = bpf_skc_to_tcp_sock(sk);

	return tp && tp->inet_conn.icsk_pending == ICSK_TIME_LOSS_PROBE;
}

/* Since 6.15 it is called for what came to nothing as well: with an error, and not in RetransSegs */
#define HAS_ERROR bpf_core_field_exists(struct trace_event_raw_tcp_retransmit_skb, err)

SEC("tp_btf/tcp_retransmit_skb")
int retransmit(u64 *ctx)
{
	struct sock *sk = (void *)ctx[0];
	bool probe = is_loss_probe(sk);

	if (HAS_ERROR && (int)ctx[2])
		return 0;
	if (probe && !loss_probes)
		return 0;
	return report(ctx, &sk->__sk_common, probe ? 'T' : 'R', sk->__sk_common.skc_state);
}

SEC("tp_btf/tcp_retransmit_synack")
int retransmit_synack(u64 *ctx)
{
	struct request_sock *req = (void *)ctx[1];

	return report(ctx, &req->__req_common, 'S', req->__req_common.skc_state);
}
