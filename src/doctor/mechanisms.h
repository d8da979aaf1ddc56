/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mechanisms.h - the ways of getting kernel events that the doctor tries, in the order of its report. */
#pragma once

#include "trial.h"

extern const struct mechanism mechanisms[]; /* ends with a NULL name */
