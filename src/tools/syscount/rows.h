/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rows.h - syscount's columns and their order, with counters or with a histogram in each row. */
#ifndef KTALLY_SYSCOUNT_ROWS_H
#define KTALLY_SYSCOUNT_ROWS_H

#include "base/schema.h"

extern const struct schema syscount_schema, syscount_hist_schema;

void syscount_columns(void); /* shows those that the options ask for */

#endif
