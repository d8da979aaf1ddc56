/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fentry.h - programs on the entry and the return of a kernel function by its BTF (5.5): sections
 * "function.entry" and "function.exit", whose target is named before the load. libbpf's own "fentry" would read all
 * of the kernel's BTF to find it.
 */
#pragma once

#include <stdbool.h>

int fentry_register(void); /* 0 or -errno */

/*
 * Can programs be attached to the function (tried)? Then it is the target of the next load, and *arguments says how
 * many words of its context come before the return value. `name` is kept, not copied.
 */
bool fentry_target(const char *name, unsigned *arguments);
/* Makes it the target without a trial. */
void fentry_use(const char *name);
