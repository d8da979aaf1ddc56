/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * explain.h - from an error number to what it means here. The kernel says EPERM for a missing capability,
 * a user namespace, a seccomp filter, a security module, lockdown and a sysctl alike.
 */
#ifndef KTALLY_DOCTOR_EXPLAIN_H
#define KTALLY_DOCTOR_EXPLAIN_H

#include "trial.h"

/* The remedy functions of the mechanisms, by whom they depend on */
void explain_bpf(struct trial *t, int err);
void explain_file(struct trial *t, int err);

#endif
