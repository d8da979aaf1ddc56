/* SPDX-License-Identifier: GPL-2.0-or-later */
/* capture.h - collects, as text, what the code under test writes to a standard descriptor */
#pragma once

/* Begins to collect what is written to descriptor `fd` (1 or 2) */
void capture_begin(int fd);
/* Makes standard output a terminal of this size and collects what is shown on it, which must be less than 4 KB */
void capture_terminal(unsigned short columns, unsigned short rows);
/* Puts the descriptor back. Returns the text, in static memory, valid until the next call. */
const char *capture_end(void);
