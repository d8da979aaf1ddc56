// SPDX-License-Identifier: GPL-2.0-or-later
/* iolatency while the kernel boots: from issue to completion, by disk and first sector. */
#include "session/boot_config.h"
#include "tools/block/boot.h"
#include "iolatency.h"

void iolatency_boot(const struct session *s, struct boot_config *b)
{
	char filter[64];
	struct boot_latency latency = {
		.name = "iolatency",
		.from = {{"block.block_rq_issue", "dev,sector", filter}},
		.to = "block.block_rq_complete",
		.to_keys = "dev,sector",
		.size = BOOT_KEYS_MAX, /* sectors where a request begins: the kernel frees none */
	};

	if (block_boot_filter(s, b, &iolatency.by, filter, sizeof(filter)))
		return;
	if (iolatency.by.disk) {
		latency.key = "dev";
		latency.key_type = "u32"; /* a synthetic event has no dev_t */
	}
	boot_config_begin(b, s->set->buffer_kb);
	boot_config_latency(b, &latency);
}
