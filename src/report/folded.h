/* SPDX-License-Identifier: GPL-2.0-or-later */
/* folded.h - stacks as flame graphs read them: "outermost;...;innermost COUNT". */
#pragma once

#include "load.h"

/* An exit status: EXIT_USAGE after a message for a recording without stacks */
int folded_export(struct loaded *l);
