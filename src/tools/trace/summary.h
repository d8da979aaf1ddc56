/* SPDX-License-Identifier: GPL-2.0-or-later */
/* summary.h - the table of -s: totals by call and thread. */
#pragma once

#include "base/schema.h"

extern const struct schema summary_schema;
