/* SPDX-License-Identifier: GPL-2.0-or-later */
/* syscalls.h - system calls' names, by libseccomp. */
#ifndef KTALLY_SYSCALLS_H
#define KTALLY_SYSCALLS_H

#include <stddef.h>
#include <stdint.h>

/* call: a number with the bits of ktally/syscount.h. "getppid", "i386:getppid", "syscall_1234" */
int syscall_name(char *to, size_t size, uint32_t call);

/* All that are known for this machine's own programs, by number: "39 getpid" */
void syscall_list(void);

#endif
