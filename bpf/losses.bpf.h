/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* losses.bpf.h - the object's loss counters; the loader finds them by this name. */
#pragma once

#include "atomic.bpf.h"
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <ktally/losses.h>

struct losses losses SEC(".data.losses") = {};

#define LOST(what) ADD(&losses.what, 1)
