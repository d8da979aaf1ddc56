/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mechanisms.h - every way of getting at kernel events that is tried, in the order of the report. */
#ifndef KTALLY_DOCTOR_MECHANISMS_H
#define KTALLY_DOCTOR_MECHANISMS_H

#include "trial.h"

extern const struct mechanism mechanisms[]; /* ends with a NULL name */

#endif
