// SPDX-License-Identifier: GPL-2.0-or-later
/* bitesize while the kernel boots: what is issued. */
#include "session/boot_config.h"
#include "tools/block/boot.h"
#include "bitesize.h"

#include <errno.h>
#include <stdio.h>

void bitesize_boot(const struct session *s, struct boot_config *b)
{
	char filter[64], action[160];

	if (block_boot_filter(s, b, &bitesize.by, filter, sizeof(filter)))
		return;
	if (bitesize.nedges) {
		boot_config_refuse(b, -ENOTSUP, "the kernel's own buckets are powers of two");
		return;
	}
	boot_config_begin(b, s->set->buffer_kb);
	snprintf(action, sizeof(action), "hist:keys=%sbytes.log2 if %s", bitesize.by.disk ? "dev," : "", filter);
	boot_config_value(b, action, "event.block.block_rq_issue.actions");
}
