/* SPDX-License-Identifier: GPL-2.0-or-later */
/* privileges.h - what this process may do, as far as it can be told without trying. */
#ifndef KTALLY_PRIVILEGES_H
#define KTALLY_PRIVILEGES_H

#include <stdbool.h>
#include <sys/capability.h>

bool has_capability(cap_value_t cap);
bool permitted_capability(cap_value_t cap); /* could be made effective */
bool has_bpf_capability(void);				/* CAP_BPF or CAP_SYS_ADMIN */
bool has_perfmon_capability(void);			/* CAP_PERFMON or CAP_SYS_ADMIN */

/* Only these are effective from now on, of those that are permitted; the rest can be had back by another call.
 * 0 or -errno */
int capabilities_use(const cap_value_t *caps, int n);
/* Only these are there from now on, for good. 0 or -errno */
int capabilities_keep(const cap_value_t *caps, int n);

bool under_seccomp(void); /* a filter is installed */

enum lockdown { LOCKDOWN_NONE, LOCKDOWN_INTEGRITY, LOCKDOWN_CONFIDENTIALITY };
enum lockdown lockdown_mode(void); /* none where it cannot be read */
const char *lockdown_name(enum lockdown mode);

#endif
