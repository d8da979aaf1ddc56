/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * place.h - where a value lies on the way from an argument to it: in the argument's own registers, or in memory
 * behind pointers. Builds the offsets of a struct probe_fetch. Pure.
 */
#ifndef KTALLY_PROBE_PLACE_H
#define KTALLY_PROBE_PLACE_H

#include "base/why.h"

#include <ktally/probe.h>
#include <stdbool.h>
#include <stdint.h>

struct place {
	struct probe_fetch *fetch; /* noffsets 0: it lies in the argument */
	uint32_t bit;			   /* there, where that is a struct by value */
	bool user;				   /* behind a pointer to user space; stays so */
};

/* The value here is a pointer: go where it leads. The column is that of the step, for the message. 0 or -errno */
int place_follow(struct place *p, unsigned column, struct why *why);
/* So many bits further; of memory only whole bytes may be left to the end */
int place_move(struct place *p, int64_t bits, unsigned column, struct why *why);
/* A number of so many bytes; bits: of a bit field, that begins `bit` bits from here, else 0 */
int place_number(struct place *p, uint32_t size, uint32_t bit, uint32_t bits, unsigned column, struct why *why);
/* The string that begins here, and the one that the pointer here leads to */
int place_text(struct place *p, unsigned column, struct why *why);
int place_text_behind(struct place *p, unsigned column, struct why *why);

#endif
