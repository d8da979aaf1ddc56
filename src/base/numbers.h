/* SPDX-License-Identifier: GPL-2.0-or-later */
/* numbers.h - parses numbers as people type them. The whole text must be a number. All functions return 0,
 * -EINVAL or -ERANGE, without a message. Pure. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Decimal, min..max */
int parse_number(const char *text, uint64_t min, uint64_t max, uint64_t *to);

/* "5", "0.5", "10s", "2m", "250ms": a plain number is seconds; 1 us to 366 days, in nanoseconds */
int parse_duration(const char *text, uint64_t *to_ns);

/* "512", "64K", "64Ki", "1.5M" (powers of 1024), or a time, which needs its unit: "500ns", "10us", "1.5ms", "2s", "1m".
 * A time is in nanoseconds. */
int parse_quantity(const char *text, uint64_t *to, bool *is_time);
