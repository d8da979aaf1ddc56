/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rules.h - options that the block I/O tools share, and what both of their forms make of them. */
#pragma once

#include "session/session.h"

#include <ktally/block.h>

/* A tool of block I/O has one. Its prepare() sets the last two, and calls block_prepare(). */
struct block_options {
	const char *device, *type;
	bool queued;
	uint32_t dev; /* of `device`; 0: every disk */
	unsigned long long types[IO_TYPES / 64];
	bool owners;	 /* each request needs its owner, also without a filter */
	bool issue_only; /* for this tool a request ends when it is issued */
};

/* Those of the session, after block_prepare() */
static inline const struct block_options *block_of(const struct session *s)
{
	return s->tool_state;
}

/* -d DEVICE and -i TYPE; to be put into the tool's table */
#define BLOCK_OPTIONS(o)                                                                    \
	OPT_TEXT('d', "disk", "DEVICE", &(o)->device, "only this disk (sda, /dev/sda or 8,0)"), \
		OPT_TEXT('i', "iotype", "TYPE", &(o)->type, "only requests of this type, as in R, W, WS, *S*, F*")

/* Looks the disk and the types up, and makes these options s->tool_state. 0 or -EINVAL after a message */
int block_prepare(struct session *s, struct block_options *options);

/* Does the command line filter by task? The task is known only where a request is submitted. */
bool block_owner_filtered(const struct session *s);
/* Must events before the issue be seen? */
bool block_owner_first(const struct session *s);

/* Fills the read-only `block` and `rq_argument` of an opened object, and switches on the programs that this kernel and
 * the options need. 0 or -errno with s->why set */
int block_open(struct session *s, struct block_rules *rules, __u32 *rq_argument);

/* The recipe's losses(): requests that have not ended */
void block_in_flight(struct session *s, struct lost *lost);
