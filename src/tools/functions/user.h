/* SPDX-License-Identifier: GPL-2.0-or-later */
/* user.h - targets in user space: functions and static probes (USDT) of programs and libraries. */
#pragma once

#include "targets.h"

/* "LIB:FUNCTION", and "u:LIB:[PROVIDER:]NAME". 0, or -errno after a message */
int targets_add_user(struct targets *t, const char *pattern, const char *colon);
int targets_add_static(struct targets *t, const char *pattern);
/* First of the user targets with this one's file and name: they are counted as one */
size_t targets_user_first(const struct targets *t, size_t i);

/* Prints what is wrong with a pattern or a file. Returns err */
int targets_bad(const char *what, int err);
