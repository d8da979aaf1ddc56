/* SPDX-License-Identifier: GPL-2.0-or-later */
/* explain.h - says where the time went that met a threshold, at the end of a run. */
#pragma once

#include "threads.h"

#include <stdio.h>

/* For struct tool.note: a heading, then what print() writes. The length; 0: nothing met a threshold */
int noise_note(char *to, size_t size, void (*print)(FILE *out, const struct noise_stop *stop));

/* "  TEXT   12.3us  1.20%", of a whole */
void noise_line(FILE *out, const char *text, uint64_t ns, uint64_t whole_ns);
/* A line for each source that had the CPU, and one for what they leave */
void noise_explain(FILE *out, const struct noise_stop *stop);

/* For struct tool.note_json: a line `stop`, to which more() adds members (NULL: none), and a line `part` for each
 * source */
void noise_note_json(const struct session *s, void (*more)(const struct noise_stop *stop));
