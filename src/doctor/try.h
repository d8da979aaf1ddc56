/* SPDX-License-Identifier: GPL-2.0-or-later */
/* try.h - the attempts of all mechanisms, for struct mechanism.attempt. Those in one try_*.c share code. */
#pragma once

#include "trial.h"

int try_bpf(struct trial *t);
int try_ring_buffer(struct trial *t);
int try_task_storage(struct trial *t);
int try_cmpxchg(struct trial *t);
int try_statistics(struct trial *t);
int try_tp_btf(struct trial *t);
int try_raw_tracepoint(struct trial *t);
int try_fentry(struct trial *t);
int try_fexit(struct trial *t);
int try_classic_tracepoint(struct trial *t);
int try_kprobe(struct trial *t);
int try_uprobe(struct trial *t);
int try_perf_event(struct trial *t);
int try_kprobe_multi(struct trial *t);
int try_uprobe_multi(struct trial *t);
int try_instance(struct trial *t);
int try_event(struct trial *t);
int try_hist(struct trial *t);
int try_synthetic(struct trial *t);
int try_kprobe_event(struct trial *t);
int try_uprobe_event(struct trial *t);
int try_eprobe(struct trial *t);
int try_fprobe_event(struct trial *t);
int try_function(struct trial *t);
int try_function_graph(struct trial *t);
int try_profiler(struct trial *t);
