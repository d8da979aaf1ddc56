/* SPDX-License-Identifier: GPL-2.0-or-later */
/* keys.h - the fields by which rows of a recording can be told apart; of totals these are their keys. Pure. */
#pragma once

#include "base/schema.h"

bool key_can_be(const struct schema *s, const struct field *f);
/* The number of the field of this name; -1: there is none */
int key_find(const struct schema *s, const char *name, size_t n);
/* The names of all of them, for a message. Valid until the next call */
const char *key_names(const struct schema *s);
