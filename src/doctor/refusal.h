/* SPDX-License-Identifier: GPL-2.0-or-later */
/* refusal.h - finds out what refused, since the kernel says only EPERM or EACCES. */
#ifndef KTALLY_DOCTOR_REFUSAL_H
#define KTALLY_DOCTOR_REFUSAL_H

#include "trial.h"

/* Fills reason and remedy; err is -EPERM or -EACCES. */
void explain_refusal(struct trial *t, int err);

#endif
