/* SPDX-License-Identifier: GPL-2.0-or-later */
/* syscalls.h - names of system calls, from libseccomp. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct field;

/* A format() of a number with the bits of ktally/syscount.h: "getppid", "i386:getppid", "syscall_1234" */
int syscall_field(char *to, size_t size, const struct field *f, const void *row);

/* Prints the known calls of this machine's native programs by number: "39 getpid". */
void syscall_list(void);
