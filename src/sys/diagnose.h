/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diagnose.h - why BPF cannot be used, told from its look-alikes (the kernel says EPERM to all of them) and
 * with the remedy. Each returns 0 or -errno with *why set; nothing is printed. libbpf's own hints are
 * not repeated: it blames the memlock limit for every EPERM.
 */
#ifndef KTALLY_DIAGNOSE_H
#define KTALLY_DIAGNOSE_H

#include "base/why.h"

#include <stdarg.h>

/* Before anything is loaded: BTF, the system call, capabilities. */
int diagnose_bpf(struct why *why);
int diagnose_load(struct why *why, int err);
int diagnose_attach(struct why *why, int err);

/* For libbpf's print function: keeps what the verifier said of the program that it refused */
void diagnose_listen(const char *format, va_list args);

#endif
