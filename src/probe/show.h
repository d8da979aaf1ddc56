/* SPDX-License-Identifier: GPL-2.0-or-later */
/* show.h - numbers that were fetched, as text. */
#pragma once

#include "probe.h"

#include <stddef.h>

/* btf_type: of SHOW_ENUM. As snprintf() */
int show_value(char *to, size_t size, enum probe_show show, uint32_t btf_type, uint64_t value);
