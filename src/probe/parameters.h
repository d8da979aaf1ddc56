/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parameters.h - which argument a name is, and in which words of the arguments it comes. */
#ifndef KTALLY_PROBE_PARAMETERS_H
#define KTALLY_PROBE_PARAMETERS_H

#include "expression.h"

#include <linux/types.h>

struct parameter {
	__u32 type;
	int word; /* PROBE_RETURNED, or from 0 */
	unsigned words;
};

/* proto: the prototype's id. 0 or -errno */
int parameter_find(__u32 proto, const char *function, const struct word *name, struct parameter *to, struct why *why);
int parameter_returned(__u32 proto, const char *function, struct parameter *to, struct why *why);
unsigned parameter_words(__u32 proto);

#endif
