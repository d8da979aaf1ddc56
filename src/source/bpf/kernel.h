/* SPDX-License-Identifier: GPL-2.0-or-later */
/* kernel.h - what the BPF of this kernel can do. All is tried, not guessed from a version. */
#pragma once

#include "session/session.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

/* Arguments of BTF tracepoints ("block_rq_issue"), -1 for one that this kernel does not have. Reads the kernel's
 * BTF once for all of them. 0 or -errno with s->why set. */
struct wanted_tracepoint {
	const char *name;
	int arguments;
};
int bpf_tracepoints(struct session *s, struct wanted_tracepoint *list, size_t n);

/* A program that does nothing, for trials: its descriptor or -errno */
int bpf_load_empty(enum bpf_prog_type type, const char *name, struct bpf_prog_load_opts *opts);

/* BPF's atomic compare-and-exchange (5.12) */
bool bpf_has_cmpxchg(void);
/* Where the kernel does not have it, each one in the programs of an opened object becomes a store. 0 or -errno */
int bpf_plain_stores(struct bpf_object *object);

bool bpf_has_kprobe_multi(void); /* one link for many functions (5.18 with CONFIG_FPROBE) */
bool bpf_has_kprobe(void);		 /* kprobes one by one */
bool bpf_may_kprobe(void);		 /* and perf_event_open() is allowed, which attaches them */
bool bpf_has_cookies(void);		 /* of kprobes, uprobes and tracepoints: 5.15 */
/* A helper for programs of any type? The kernel's BTF tells; it must be loaded. */
bool kernel_has_helper(enum bpf_func_id helper);

/*
 * True if kprobe.multi misses no call here (6.14): return probes then keep what they need on the task's own stack, not
 * in a pool. fentry and fexit can be preempted, and until a preempted one goes on the kernel runs none on that CPU:
 * with 30 threads that wake at once they miss half of the calls.
 */
bool bpf_multi_misses_nothing(void);
/* Can this function of the kernel's BTF have a program of this kind (BPF_TRACE_FENTRY, _FEXIT)? */
bool bpf_has_trampoline(__u32 btf_id, enum bpf_attach_type type);
