/* SPDX-License-Identifier: GPL-2.0-or-later */
/* function.h - from a function's name to its prototype in the kernel's BTF. */
#pragma once

#include "base/why.h"

#include <linux/types.h>

/*
 * The prototype of "name" or "module:name". For a part that the compiler made (name.isra.0) it is that of the whole
 * function. Looks into modules too, if they have BTF. Returns the id of a BTF_KIND_FUNC_PROTO, or 0 with `why`.
 */
__u32 type_function(const char *function, struct why *why);
