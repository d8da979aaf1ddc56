/* SPDX-License-Identifier: GPL-2.0-or-later */
/* filter.h - from a filter to the conditions that BPF programs and evaluate.c check. */
#pragma once

#include "probe.h"

/* ftrace's own grammar: == != < <= > >= & ~ on names, && || ! and parentheses. 0 or -EINVAL after a message */
int probe_filter(struct probe *p, const char *filter);
