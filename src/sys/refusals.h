/* SPDX-License-Identifier: GPL-2.0-or-later */
/* refusals.h - tries what besides missing capabilities keeps this process from tracing. */
#pragma once

#include <stdbool.h>

#define SECURITYFS "/sys/kernel/security"

/* There capabilities do not count for tracing. */
bool in_user_namespace(void);

/* True if a seccomp filter refuses the system call for any arguments. */
bool bpf_is_filtered(void);
bool perf_is_filtered(void);

/* Before 5.11 maps and programs counted as locked memory, and exceeding the limit gave EPERM. */
bool locked_memory_is_limited(void);

const char *lockdown_text(void); /* lockdown_name(), "unknown" (securityfs is not mounted) or "not built in" */
