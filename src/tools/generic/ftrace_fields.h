/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ftrace_fields.h - the fields of the probe's records, and the arguments of a dynamic event that make them. */
#pragma once

#include "generic.h"

/* Positions of a record's fields after those of the arguments */
enum { AT_FUNCTION = PROBE_FETCHES, AT_COMM, AT_FRAME, AT_END };

/* Names of the fields by position, for struct ftrace_event; "-" where there is none */
extern const char *generic_event_fields[];
/* Sets them */
void generic_name_fields(const struct probe *p);

/* Must an event probe read more than the tracepoint's own record has? */
bool generic_reads_behind(const struct probe *p);

/* What the kernel's filter calls argument i; NULL where the record does not have it, or under another name */
const char *generic_filter_name(const struct probe *p, unsigned i);

/* Does the record of a dynamic event have the task's name? */
bool generic_event_has_comm(const struct session *s);

/* " NAME=FETCH:TYPE" for each argument, at place i of probe.found; the length as snprintf() gives it */
int generic_fetch_texts(const struct session *s, size_t i, char *to, size_t size);
/* "FETCH:TYPE" of one that the kernel reads */
void generic_fetch_text(char *to, size_t size, const struct probe_argument *a, bool is_return);
/* Of functions and places of programs the record does not tell which it was, unless the event fetches its number. */
bool generic_numbers_places(const struct probe *p);
