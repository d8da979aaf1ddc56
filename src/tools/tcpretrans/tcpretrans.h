/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tcpretrans.h - what the BPF and the ftrace form of tcpretrans share. */
#pragma once

#include <ktally/tcpretrans.h>
#include <stdbool.h>
#include <stdint.h>

struct tcpretrans_options {
	bool count, probes, stack;
	uint64_t local_port, remote_port; /* 0: any */
	struct flow only;				  /* family and, in `local`, the address of --addr */
};

struct flow_row {
	struct flow flow;
	uint64_t count;
};

extern struct tcpretrans_options tcpretrans;
extern const struct ftrace_recipe tcpretrans_ftrace;
