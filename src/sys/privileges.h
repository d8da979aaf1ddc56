/* SPDX-License-Identifier: GPL-2.0-or-later */
/* privileges.h - what this process may do, as far as it can be known without trying. */
#pragma once

#include <stdbool.h>
#include <sys/capability.h>

bool has_capability(cap_value_t cap);
bool permitted_capability(cap_value_t cap); /* it may be effective or not */
bool has_bpf_capability(void);				/* CAP_BPF or CAP_SYS_ADMIN */
bool has_perfmon_capability(void);			/* CAP_PERFMON or CAP_SYS_ADMIN */

/* Makes only these capabilities effective. All permitted ones stay permitted for a later call. 0 or -errno */
int capabilities_use(const cap_value_t *caps, int n);
/* Drops all other capabilities for good. 0 or -errno */
int capabilities_keep(const cap_value_t *caps, int n);

bool under_seccomp(void); /* a filter is installed */

enum lockdown { LOCKDOWN_NONE, LOCKDOWN_INTEGRITY, LOCKDOWN_CONFIDENTIALITY };
enum lockdown lockdown_mode(void); /* LOCKDOWN_NONE if it cannot be read */
const char *lockdown_name(enum lockdown mode);
