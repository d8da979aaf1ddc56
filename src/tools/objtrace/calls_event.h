/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calls_event.h - two dynamic events with probes on all functions: at entries, and at returns where the kernel still
 * knows the arguments there (6.9). Both have the arguments and, behind each of them, the value.
 */
#pragma once

#include "probe/probe.h"
#include "session/session.h"
#include "source/ftrace/dynamic_event.h"

#include <ktally/calls.h>

/* Positions of the fields; behind those of the generic probe comes its caller */
enum {
	CALL_ARGUMENT,
	CALL_VALUE = CALL_ARGUMENT + CALL_ARGS,
	CALL_FUNCTION = CALL_VALUE + CALL_ARGS,
	CALL_FRAME,
	CALL_CALLER
};
#define AT_CALLER AT_END

extern struct dynamic_event calls_event_entry, calls_event_return;
extern const char *const calls_event_fields[], *const calls_event_return_fields[];

/* Makes an argument fetch the address to which the function returns: at its entry */
void calls_event_caller(struct probe_argument *a);
/* Makes them. 0 or -errno with s->why set */
int calls_event_open(struct session *s);
void calls_event_close(void);
/* Gives both a filter */
int calls_event_filter(struct session *s, const char *filter);
/* Are there returns? */
bool calls_event_returns(void);
/* Does the function at this address free what it is given in these registers (bits)? */
bool calls_event_frees(uint64_t function, uint32_t arguments);
/* How often the kernel did not run the probes */
uint64_t calls_event_missed(void);
