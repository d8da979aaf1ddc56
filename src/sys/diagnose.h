/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diagnose.h - finds out why BPF cannot be used, and the remedy. The kernel says EPERM for many causes.
 * libbpf's own hints are not passed on: it blames the memlock limit for every EPERM.
 * The functions print nothing and return 0, or -errno with *why set.
 */
#pragma once

#include "base/why.h"

#include <stdarg.h>

/* Checks the system call, capabilities and BTF before anything is loaded. */
int diagnose_bpf(struct why *why);
/* Both explain why loading or attaching failed with err. */
int diagnose_load(struct why *why, int err);
int diagnose_attach(struct why *why, int err);

/* libbpf's print function calls this. It keeps the verifier's reason for diagnose_load(). */
void diagnose_listen(const char *format, va_list args);
