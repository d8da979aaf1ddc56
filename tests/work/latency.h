/* SPDX-License-Identifier: GPL-2.0-or-later */
/* latency.h - what a test program measures itself. It keeps every value, so percentiles are exact. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct latency {
	uint64_t *ns;
	size_t n;
};

uint64_t now_ns(void);
/* Prints {"count":..,"min":..,"avg":..,"max":..,"p50":..,"p99":..} (nanoseconds); sorts the values. */
void latency_json(struct latency *l);
