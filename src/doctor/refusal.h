/* SPDX-License-Identifier: GPL-2.0-or-later */
/* refusal.h - finds out what refused, since the kernel says only EPERM or EACCES. */
#pragma once

#include "trial.h"

/* Fills reason and remedy; err is -EPERM or -EACCES. */
void explain_refusal(struct trial *t, int err);
