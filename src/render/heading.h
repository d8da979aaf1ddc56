/* SPDX-License-Identifier: GPL-2.0-or-later */
/* heading.h - lines that several text renderers print above a report. */
#ifndef KTALLY_HEADING_H
#define KTALLY_HEADING_H

#include "session/session.h"

/* The time of day with -T, else nothing */
void heading_time(const struct session *s, const struct interval *iv);
/* "disk = sda, type = WS": the key's shown fields; nothing without any. False if nothing */
bool heading_keys(const struct session *s, const void *row);
/* One field as it is shown: escaped; the length */
size_t field_escaped(char *to, size_t size, const struct field *f, const void *row);
/* Is the field shown in text, in this run? */
bool field_shown(const struct session *s, const struct field *f);

#endif
