/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * registers.h - registers by the names that ftrace gives them, and the calling convention. A register is its offset in
 * the kernel's struct pt_regs.
 */
#pragma once

#include <stddef.h>

/* Of "di", "x0"...; -ENOENT */
int register_offset(const char *name, size_t length);
int register_of_argument(unsigned number); /* from 0; -ENOENT for one that comes on the stack */
int register_of_return(void);
int register_of_stack(void);
/* "di"; "?" for an offset that is no register's */
const char *register_name(unsigned offset);
