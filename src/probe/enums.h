/* SPDX-License-Identifier: GPL-2.0-or-later */
/* enums.h - constants of the enums that expressions end in, kept for when the BTF is gone. */
#ifndef KTALLY_PROBE_ENUMS_H
#define KTALLY_PROBE_ENUMS_H

#include <linux/types.h>
#include <stdbool.h>
#include <stdint.h>

int enum_keep(__u32 id); /* of BTF. 0 or -ENOMEM */

/* Of elsewhere: ids are made, above those of BTF. 0: no memory */
struct constants;
struct constants *enum_begin(unsigned n, unsigned size); /* room for n */
bool enum_add(struct constants *e, const char *name, uint64_t value);
__u32 enum_end(struct constants *e); /* its id */

#endif
