/* SPDX-License-Identifier: GPL-2.0-or-later */
/* number_filter.h - the kernel's filter of raw_syscalls events that passes the calls of -e. Pure. */
#pragma once

#include "select.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * "(id == 0 || (id >= 2 && id <= 4) || id >= 1073741824)", to at most `size` bytes; "" where every call is wanted, or
 * where the text would be longer: then the caller's own test decides alone. returns: of sys_exit, whose number is -1
 * after rt_sigreturn.
 */
void number_filter(char *to, size_t size, const struct selection *calls, bool returns);
