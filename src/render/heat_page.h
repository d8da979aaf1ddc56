/* SPDX-License-Identifier: GPL-2.0-or-later */
/* heat_page.h - the whole picture of --svg: a panel for each key, what they share, and what they do not show. Pure. */
#pragma once

#include "session/session.h"
#include "heat_data.h"

#include <stdio.h>

#define HEAT_PANELS 12 /* keys that are drawn; the others are told of */

/* cut_short: how much of the last interval there is; empty: all. 0 or -ENOMEM; errors of writing are the stream's. */
int heat_page(FILE *to, const struct session *s, const struct heat_data *d, const char *cut_short);
