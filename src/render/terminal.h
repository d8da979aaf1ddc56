/* SPDX-License-Identifier: GPL-2.0-or-later */
/* terminal.h - what standard output can show. */
#pragma once

#include "session/settings.h"

enum color_level { COLOR_NONE, COLOR_256, COLOR_TRUE };

struct terminal {
	bool is;   /* standard output is a terminal */
	bool utf8; /* the locale's encoding; false with --ascii */
	enum color_level color;
};

/* --color and --ascii decide; without them NO_COLOR, CLICOLOR_FORCE, TERM, COLORTERM, and what stdout is. */
struct terminal terminal_look(const struct settings *set);

/* Does standard output go to a terminal? */
bool terminal_is(void);

/* Columns: $COLUMNS, else those of the terminal, which may change at any time, else 80 */
int terminal_width(void);
/* Lines of the terminal; 0 if standard output is none */
int terminal_rows(void);
