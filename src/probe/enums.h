/* SPDX-License-Identifier: GPL-2.0-or-later */
/* enums.h - constants of the enums that expressions end in, kept for when the BTF is gone. */
#ifndef KTALLY_PROBE_ENUMS_H
#define KTALLY_PROBE_ENUMS_H

#include <linux/types.h>

int enum_keep(__u32 id); /* 0 or -ENOMEM */

#endif
