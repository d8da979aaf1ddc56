// SPDX-License-Identifier: GPL-2.0-or-later
#include "mechanisms.h"

#include "explain.h"
#include "trial.h"
#include "try.h"

#include <stddef.h>

#define BPF_(name, kernel, attempt)                                              \
	{                                                                            \
		name, GROUP_BPF, kernel, NEEDS_BPF | NEEDS_PERFMON, attempt, explain_bpf \
	}
#define FTRACE(name, kernel, attempt)                        \
	{                                                        \
		name, GROUP_FTRACE, kernel, 0, attempt, explain_file \
	}

const struct mechanism mechanisms[] = {
	{"bpf()", GROUP_BPF, "a kernel with CONFIG_BPF_SYSCALL=y", NEEDS_BPF, try_bpf, explain_bpf},
	{"ring buffer", GROUP_BPF, "Linux 5.8 or later", NEEDS_BPF, try_ring_buffer, explain_bpf},
	BPF_("task storage", "Linux 5.12 or later", try_task_storage),
	{"compare-and-exchange", GROUP_BPF, "Linux 5.12 or later", NEEDS_BPF, try_cmpxchg, explain_bpf},
	BPF_("tp_btf", "Linux 5.5 or later with CONFIG_DEBUG_INFO_BTF=y", try_tp_btf),
	BPF_("raw tracepoint", "Linux 4.17 or later", try_raw_tracepoint),
	BPF_("classic tracepoint", "a kernel with CONFIG_PERF_EVENTS=y, CONFIG_BPF_EVENTS=y", try_classic_tracepoint),
	BPF_("fentry", "a kernel with CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS=y", try_fentry),
	BPF_("fexit", "a kernel with CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS=y", try_fexit),
	BPF_("kprobe", "a kernel with CONFIG_KPROBE_EVENTS=y", try_kprobe),
	BPF_("kprobe.multi", "Linux 5.18 or later with CONFIG_FPROBE=y", try_kprobe_multi),
	/* perf_event_open() needs CAP_SYS_ADMIN for a uprobe, but not for a kprobe. */
	{"uprobe", GROUP_BPF, "a kernel with CONFIG_UPROBE_EVENTS=y", NEEDS_BPF | NEEDS_ADMIN, try_uprobe, explain_bpf},
	BPF_("uprobe.multi", "Linux 6.6 or later", try_uprobe_multi),
	BPF_("perf event", "a kernel with CONFIG_PERF_EVENTS=y, CONFIG_BPF_EVENTS=y", try_perf_event),
	{"run-time statistics", GROUP_BPF, "Linux 5.8 or later", NEEDS_ADMIN, try_statistics, explain_bpf},
	FTRACE("instance", "a kernel with CONFIG_FTRACE=y", try_instance),
	FTRACE("event", "a kernel with CONFIG_FTRACE=y", try_event),
	FTRACE("hist trigger", "a kernel with CONFIG_HIST_TRIGGERS=y", try_hist),
	FTRACE("synthetic event", "a kernel with CONFIG_SYNTH_EVENTS=y, CONFIG_HIST_TRIGGERS=y", try_synthetic),
	FTRACE("kprobe event", "a kernel with CONFIG_KPROBE_EVENTS=y", try_kprobe_event),
	FTRACE("uprobe event", "a kernel with CONFIG_UPROBE_EVENTS=y", try_uprobe_event),
	FTRACE("eprobe", "Linux 5.15 or later (from 6.17 on with CONFIG_EPROBE_EVENTS=y)", try_eprobe),
	FTRACE("fprobe event", "Linux 6.5 or later with CONFIG_FPROBE_EVENTS=y", try_fprobe_event),
	FTRACE("function tracer", "a kernel with CONFIG_FUNCTION_TRACER=y", try_function),
	FTRACE("function profiler", "a kernel with CONFIG_FUNCTION_PROFILER=y", try_profiler),
	FTRACE("function_graph", "a kernel with CONFIG_FUNCTION_GRAPH_TRACER=y", try_function_graph),
	{0},
};
