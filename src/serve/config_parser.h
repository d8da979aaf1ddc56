/* SPDX-License-Identifier: GPL-2.0-or-later */
/* config_parser.h - what the lines, sections and keys of a file have in common while it is read. */
#pragma once

#include "config.h"

#include "base/why.h"

#include <errno.h>

#define CONFIG_BLANKS " \t"
#define CONFIG_LINE 4096 /* bytes at most */
#define CONFIG_KEYS 4

struct config_parser {
	struct serve_config *c;
	struct serve_tool *tool; /* whose section it is; NULL before the first */
	unsigned line;
	unsigned set[CONFIG_KEYS]; /* the line where this section, or the beginning, sets each key; 0: not yet */
	struct why why;
};

/* For the end of a function: what is wrong with the line, and what would help */
#define config_wrong(p, ...) because(&(p)->why, -EINVAL, __VA_ARGS__)
int config_no_memory(struct config_parser *p);

/* Obeys a line KEY = VALUE, which it changes. 0, or -errno with the reason in p->why */
int config_key(struct config_parser *p, char *line);
