/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plans.h - the options as the kernel's half wants them. */
#pragma once

#include <ktally/trace_setup.h>

/* Which calls, and what is read of each; plans: TRACE_PLANS of them */
void plans_fill(struct trace_setup *setup, struct trace_plan *plans);
