// SPDX-License-Identifier: GPL-2.0-or-later
/* The least that a BPF program on a tracepoint can cost, and that of one clock reading; empty.c says where. */
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
	bpf_ktime_get_ns(); /* a call that the compiler knows nothing about: it stays */
	return 0;
}
