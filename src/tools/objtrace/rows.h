/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rows.h - how objtrace prints calls. */
#pragma once

#include "objtrace.h"

extern const struct schema objtrace_schema;
/* Switches on the columns of --value, once it is known how its numbers are shown */
void objtrace_show_values(void);
/* A tool's note(): how many objects there were */
int objtrace_note(const struct session *s, char *to, size_t size);
