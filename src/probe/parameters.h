/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parameters.h - the parameter that has a name, and the words in which it comes. */
#pragma once

#include "expression.h"

#include <linux/types.h>

/* Arguments come in words: registers, or slots of fentry. This number is no argument's. */
#define PROBE_RETURNED (-1)
#if defined(__aarch64__)
#define PROBE_ARGUMENT_WORDS 8
#else
#define PROBE_ARGUMENT_WORDS 6
#endif

struct parameter {
	__u32 type;
	int word; /* the first, from 0; or PROBE_RETURNED */
	unsigned words;
};

/* proto: the prototype's id. 0 or -errno with `why` */
int parameter_find(__u32 proto, const char *function, const struct word *name, struct parameter *to, struct why *why);
int parameter_returned(__u32 proto, const char *function, struct parameter *to, struct why *why);
unsigned parameter_words(__u32 proto);
/* Calls `visit` with each parameter that comes in registers, until it returns something else than 0, which is then
 * returned. Without a name in the BTF the name is "" */
int parameters_each(__u32 proto, int (*visit)(void *arg, const struct parameter *p, const char *name), void *arg);
