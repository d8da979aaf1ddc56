/* SPDX-License-Identifier: GPL-2.0-or-later */
/* refusal.h - who refused, where the kernel says only EPERM or EACCES. */
#ifndef KTALLY_DOCTOR_REFUSAL_H
#define KTALLY_DOCTOR_REFUSAL_H

#include "trial.h"

/* -EPERM or -EACCES of anything: fills reason and remedy */
void explain_refusal(struct trial *t, int err);

#endif
