/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* load.bpf.h - functions that programs of both kinds use: some are given a typed pointer, some a probed function's. */
#ifndef KTALLY_LOAD_BPF_H
#define KTALLY_LOAD_BPF_H

#include "vmlinux.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

/* Direct loads where the verifier knows the pointer's type; a kprobe's argument is a mere number to it. */
#define LOAD(probed, from, member) ((probed) ? BPF_CORE_READ(from, member) : (from)->member)

#endif
