/* SPDX-License-Identifier: GPL-2.0-or-later */
/* function.h - from a function's name to its prototype in the kernel's BTF. */
#ifndef KTALLY_PROBE_FUNCTION_H
#define KTALLY_PROBE_FUNCTION_H

#include "base/why.h"

#include <linux/types.h>

/*
 * A function's prototype, by "name" or "module:name"; of a piece that a compiler made (name.isra.0), the whole one's.
 * Looks into the modules that have BTF too. Id of a BTF_KIND_FUNC_PROTO, 0 with `why` filled.
 */
__u32 type_function(const char *function, struct why *why);

#endif
