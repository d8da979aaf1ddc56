/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * explain.h - explains what an error number means on this machine. The kernel says EPERM for a missing capability,
 * a user namespace, a seccomp filter, a security module, lockdown and a sysctl alike.
 */
#pragma once

#include "trial.h"

/* For struct mechanism.explain: for mechanisms that use bpf(), and for those that use files of tracefs */
void explain_bpf(struct trial *t, int err);
void explain_file(struct trial *t, int err);
