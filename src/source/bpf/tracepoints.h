/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracepoints.h - programs at tracepoints that tasks pass often have two forms: for the BTF tracepoint, and for the
 * classic one, which costs more but may count more. Which of them is it on this kernel?
 */
#ifndef KTALLY_TRACEPOINTS_H
#define KTALLY_TRACEPOINTS_H

#include "session/session.h"

#include <bpf/libbpf.h>

bool bpf_prefers_classic(void);
/* Can programs at BTF tracepoints be preempted, which hides other tasks' events? Where the classic ones will not do,
 * a probe of the function that passes them may. */
bool bpf_typed_preemptible(void);

/* Switches the better form of an optional program on, or both off. Names what is attached to in s->attach. */
void bpf_use_either(struct session *s, struct bpf_program *typed, struct bpf_program *classic, bool on);

#endif
