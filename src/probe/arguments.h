/* SPDX-License-Identifier: GPL-2.0-or-later */
/* arguments.h - the values that a probe fetches, as its definition writes them. */
#pragma once

#include "probe.h"

/*
 * Appends the "[NAME=]FETCH[:TYPE]" at the text's place, or all parameters for "$$args", and moves the place behind it.
 * 0 or -EINVAL after a message
 */
int probe_add_argument(struct probe *p, struct probe_text *t);
/* Is the text a TYPE, or does it begin like one of a size, "u8" or "b3@5/32"? */
bool probe_is_type(const char *text, size_t length);
