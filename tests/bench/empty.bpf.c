// SPDX-License-Identifier: GPL-2.0-or-later
/* The least cost of a BPF program on a tracepoint, and that of one clock reading. empty.c chooses the tracepoints. */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "GPL";

SEC("?tp_btf")
int empty(void *context)
{
	(void)context;
	return 0;
}

SEC("?tp_btf")
int clock(void *context)
{
	(void)context;
	bpf_ktime_get_ns(); /* the compiler does not know what the call does, so it stays */
	return 0;
}

SEC("?perf_event")
int overflow(void *context)
{
	(void)context;
	return 0;
}
