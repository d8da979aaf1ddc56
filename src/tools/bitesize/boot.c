// SPDX-License-Identifier: GPL-2.0-or-later
/* bitesize while the kernel boots: what is issued. */
#include "session/boot_config.h"
#include "tools/block/boot.h"
#include "bitesize.h"

#include <errno.h>

void bitesize_boot(const struct session *s, struct boot_config *b)
{
	char filter[64];

	if (block_boot_filter(s, b, &bitesize.by, filter, sizeof(filter)))
		return;
	if (bitesize.nedges) {
		boot_config_refuse(b, -ENOTSUP, "the kernel's own buckets are powers of two");
		return;
	}
	boot_config_begin(b, s->set->buffer_kb);
	boot_config_hist(b, "block.block_rq_issue", bitesize.by.disk ? "dev,bytes.log2" : "bytes.log2", NULL, 0, filter);
}
