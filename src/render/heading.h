/* SPDX-License-Identifier: GPL-2.0-or-later */
/* heading.h - lines that several text renderers print above a report. */
#pragma once

#include "session/session.h"

/* Prints the time of day if -T asks for it. */
void heading_time(const struct session *s, const struct interval *iv);
/* Prints the shown fields of the key: "disk = sda, type = WS". False if there are none */
bool heading_keys(const struct session *s, const void *row);
/* Writes one field as text shows it, escaped. The length */
size_t field_escaped(char *to, size_t size, const struct field *f, const void *row);
/* Is the field shown in text, in this run? */
bool field_shown(const struct session *s, const struct field *f);
