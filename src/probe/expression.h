/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * expression.h - parses what C would write to reach a value from an argument: file->f_inode->i_size, x[2], *pos,
 * ((struct tcp_sock *)sk)->snd_cwnd, $retval. The result is the steps from the argument to the value, in their order.
 * Pure; nothing is copied, so names point into the text.
 */
#pragma once

#include "base/why.h"
#include "text.h"

#define EXPRESSION_STEPS 32

enum step_kind { STEP_ARROW, STEP_DOT, STEP_INDEX, STEP_STAR, STEP_CAST };

struct step {
	enum step_kind kind;
	struct word name; /* of a member, or of a cast's type without `struct`; else it has only a column */
	int64_t index;
	unsigned stars; /* of a cast */
	char tag;		/* of a cast: 's'truct, 'u'nion, or 0 for a typedef or a basic type */
};

struct expression {
	struct word base; /* an argument's name, or "$retval" */
	unsigned nsteps;
	struct step steps[EXPRESSION_STEPS];
};

/* Parses all of the text. 0 or -EINVAL with `why` */
int expression_parse(struct expression *to, struct probe_text text, struct why *why);
