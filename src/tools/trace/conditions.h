/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * conditions.h - --filter: "openat: flags & O_CREAT", "read,write: ret > 65536", "futex: latency > 1ms && arg1 == 0".
 * Conditions of one call must all hold, those of several --filter too; calls that no condition names pass.
 */
#pragma once

#include "trace.h"

/* A parse() of options; to: struct trace_options. 0, or -EINVAL after a message */
int conditions_parse(void *to, const char *text);
