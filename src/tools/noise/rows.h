/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rows.h - who took time from measuring threads, and gaps and latencies as histograms. */
#pragma once

#include "base/schema.h"

#include <ktally/noise.h>

struct noise_source_row {
	struct noise_source key;
	struct noise_total total;
};
/* As the programs count */
extern const struct schema noise_source_schema;

/* As people read it (osnoise --by source) */
struct noise_share_row {
	struct noise_source key;
	struct noise_total total;
	uint64_t measured_ns; /* of all threads */
};
extern const struct schema noise_share_schema;

const char *noise_class_name(uint32_t class);
/* Formats the source's name, not escaped: "nvme0q1", "local_timer", "NET_RX", "kworker/0:1:77". What snprintf() returns
 */
int noise_source_name(char *to, size_t size, const struct noise_source *source);
