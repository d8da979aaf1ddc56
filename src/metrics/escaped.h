/* SPDX-License-Identifier: GPL-2.0-or-later */
/* escaped.h - texts that others chose, in what Prometheus reads. Pure. */
#pragma once

#include "dat/bytes.h"

/* What is not UTF-8, and controls, which would reach the terminal of whoever looks, become U+FFFD. Besides, backslashes
 * stand before what this place gives a meaning. */
enum expose_place { PLACE_MESSAGE, PLACE_HELP, PLACE_QUOTED };
void expose_escaped(struct bytes *to, const char *text, enum expose_place place);
