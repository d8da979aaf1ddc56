/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* trace_events.h - what trace's kernel half knows of the tracepoints of --event: how much of a record to copy. */
#pragma once

#include <linux/types.h>

#define TRACE_EVENTS 256	  /* the most in one run */
#define TRACE_EVENT_PARTS 6	  /* strings and arrays behind an event's fields, whose lengths are known only then */
#define TRACE_EVENT_MAX 4096U /* bytes of a record; a power of two */

struct trace_event_plan {
	__u16 size;						/* bytes of its fields */
	__u8 nparts;					/* of `parts` */
	__u8 relative;					/* bits: these places count from behind the field that has them (__rel_loc) */
	__u16 parts[TRACE_EVENT_PARTS]; /* offsets of fields that say where a part is: its place, and length << 16 */
};

/* Each event has its own copy of one program, in which its number stands in the place of this. */
#define TRACE_EVENT_NUMBER 0x6b74616c6c790001ULL
