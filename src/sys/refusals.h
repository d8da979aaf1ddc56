/* SPDX-License-Identifier: GPL-2.0-or-later */
/* refusals.h - who, beside missing capabilities, refuses tracing to this process: found out by doing. */
#ifndef KTALLY_REFUSALS_H
#define KTALLY_REFUSALS_H

#include <stdbool.h>

#define SECURITYFS "/sys/kernel/security"

/* Capabilities do not count for tracing there. */
bool in_user_namespace(void);

/* Does a seccomp filter refuse the call, whatever its arguments? */
bool bpf_is_filtered(void);
bool perf_is_filtered(void);

/* Before 5.11 maps and programs were locked memory, and who may not raise that limit got EPERM. */
bool locked_memory_is_limited(void);

const char *lockdown_text(void); /* "none", ..., "unknown" (securityfs is not mounted), "not built in" */

#endif
