/* SPDX-License-Identifier: GPL-2.0-or-later */
/* heading.h - lines that several text renderers print above a report. */
#pragma once

#include "session/session.h"

/*
 * The terminal shows "^C" at the beginning of the line where the report goes that it asks for. This goes back there, so
 * that the report's first line stands as the others do.
 */
void heading_over_echo(const struct session *s);
/* "310ms of 1.00s": how much of the interval a report is about that was cut short */
void heading_share(char *to, size_t size, const struct session *s, const struct interval *iv);
/* Prints the time of day if -T asks for it, and says if the interval was cut short. */
void heading_time(const struct session *s, const struct interval *iv);
/* "(no I/O)": a report without rows. A heading alone would leave open whether anything works. */
void heading_nothing(const struct session *s);
/* Prints the shown fields of the key: "disk = sda, type = WS". False if there are none */
bool heading_keys(const struct session *s, const void *row);
/* Writes one field as text shows it, escaped. The length */
size_t field_escaped(char *to, size_t size, const struct field *f, const void *row);
/* Is the field shown in text, in this run? */
bool field_shown(const struct session *s, const struct field *f);
