/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rows.h - syscount's columns and their order, with counters or with a histogram in each row. */
#pragma once

#include "base/schema.h"

extern const struct schema syscount_schema, syscount_hist_schema;

void syscount_columns(void); /* shows those that the options ask for */
