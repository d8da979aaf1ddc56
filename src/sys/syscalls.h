/* SPDX-License-Identifier: GPL-2.0-or-later */
/* syscalls.h - names of system calls, from libseccomp. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct field;

/* Writes "getppid", "i386:getppid", "syscall_1234". The call is a number with the bits of ktally/syscount.h. */
int syscall_name(char *to, size_t size, uint32_t call);
/* A format() of a member that is such a number */
int syscall_field(char *to, size_t size, const struct field *f, const void *row);

/* Prints the known calls of this machine's native programs by number: "39 getpid". */
void syscall_list(void);
