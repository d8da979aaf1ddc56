/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracepoints.h - programs at tracepoints that tasks pass often have two forms: for the BTF tracepoint, and for the
 * classic one, which costs more and may miss less. Chooses one for this kernel.
 */
#pragma once

#include "session/session.h"

#include <bpf/libbpf.h>

bool bpf_prefers_classic(void);
/* Can programs at BTF tracepoints be preempted? That hides other tasks' events. A tool that cannot use the classic ones
 * may probe the function that passes the tracepoint. */
bool bpf_typed_preemptible(void);

/* Switches the better form of an optional program on, or both off. Sets s->attach. */
void bpf_use_either(struct session *s, struct bpf_program *typed, struct bpf_program *classic, bool on);
