/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * place.h - where a value lies: in the argument's own registers, or in memory behind pointers. Fills the offsets, size
 * and bits of a struct probe_fetch on the way from the argument to the value. Pure.
 */
#pragma once

#include "base/why.h"

#include <ktally/probe.h>
#include <stdbool.h>
#include <stdint.h>

struct place {
	struct probe_fetch *fetch; /* without offsets: the value lies in the argument */
	uint32_t bit;			   /* of the argument, if that is a struct by value */
	bool user;				   /* it lies in user space; stays so */
};

/* Goes where the pointer here leads. `column` is that of the step. All return 0 or -errno with `why`. */
int place_follow(struct place *p, unsigned column, struct why *why);
/* Goes so many bits further; in memory these are whole bytes */
int place_move(struct place *p, int64_t bits, unsigned column, struct why *why);
/* Reads a number of `size` bytes here. Of a bit field: `bits` of them, from `bit` on; else `bits` is 0 */
int place_number(struct place *p, uint32_t size, uint32_t bit, uint32_t bits, unsigned column, struct why *why);
/* Read the string that begins here, and the one to which the pointer here leads */
int place_text(struct place *p, unsigned column, struct why *why);
int place_text_behind(struct place *p, unsigned column, struct why *why);
