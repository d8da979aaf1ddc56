/* SPDX-License-Identifier: GPL-2.0-or-later */
/* value.h - what is read where an expression ends, and how that is shown, by its type in BTF. */
#ifndef KTALLY_PROBE_VALUE_H
#define KTALLY_PROBE_VALUE_H

#include "btf_names.h"
#include "place.h"

struct ending {
	__u32 type;		 /* id */
	__u32 bit, bits; /* of a bit field that begins at the place; bits 0: none */
	unsigned stars;	 /* a pointer to the type, by a cast */
	unsigned column; /* of the expression's last step */
	struct place place;
};

int value_read(struct ending *e, struct probe_type *type, struct why *why);

#endif
