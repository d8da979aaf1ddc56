// SPDX-License-Identifier: GPL-2.0-or-later
#include "boot.h"

#include "session/boot_config.h"

#include <errno.h>
#include <stdio.h>

int block_boot_filter(const struct session *s, struct boot_config *b, const struct block_wish *by, char *to,
					  size_t size)
{
	const struct block_options *o = block_of(s);

	if (by->process || by->type || o->type || o->queued)
		return boot_config_refuse(b, -ENOTSUP, "of the tool's own options only -d and -D");
	if (o->device)
		snprintf(to, size, "nr_sector > 0 && dev == %u", o->dev);
	else
		snprintf(to, size, "nr_sector > 0");
	return 0;
}
