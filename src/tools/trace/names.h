/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.h - calls of this machine by their index among plans (include/ktally/trace_plan.h). */
#pragma once

#include "calls/call.h"

#include <stdbool.h>

/* This machine, or the one of the recording: names_use("aarch64"), false if its calls are not known */
enum machine names_machine(void);
bool names_use(const char *uname);
/* NULL: no call has this number */
const struct call *names_call(unsigned index);
const char *names_of(unsigned index);
/* Is it one of the calls of 32-bit programs? */
bool names_is_32bit(unsigned index);
