/* SPDX-License-Identifier: GPL-2.0-or-later */
/* privileges.h - what this process may do, as far as it can be told without trying. */
#ifndef KTALLY_PRIVILEGES_H
#define KTALLY_PRIVILEGES_H

#include <stdbool.h>
#include <sys/capability.h>

bool has_capability(cap_value_t cap);
bool has_bpf_capability(void);	   /* CAP_BPF or CAP_SYS_ADMIN */
bool has_perfmon_capability(void); /* CAP_PERFMON or CAP_SYS_ADMIN */
bool under_seccomp(void);		   /* a filter is installed */

enum lockdown { LOCKDOWN_NONE, LOCKDOWN_INTEGRITY, LOCKDOWN_CONFIDENTIALITY };
enum lockdown lockdown_mode(void); /* none where it cannot be read */
const char *lockdown_name(enum lockdown mode);

#endif
