/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * syscall_programs.h - programs at the entry to system calls and at the return from them have two forms, for the BTF
 * tracepoint and for the classic one. Which of them counts all?
 */
#ifndef KTALLY_SYSCALL_PROGRAMS_H
#define KTALLY_SYSCALL_PROGRAMS_H

#include "../session.h"

#include <bpf/libbpf.h>

/* Switches the better form of an optional program on, or both off. Names what is attached to in s->attach. */
void bpf_use_syscalls(struct session *s, struct bpf_program *typed, struct bpf_program *classic, bool on);

#endif
