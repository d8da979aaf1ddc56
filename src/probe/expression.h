/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * expression.h - what C would write to reach a value from an argument: file->f_inode->i_size, x[2], *pos,
 * ((struct tcp_sock *)sk)->snd_cwnd, $retval. Parsed into the steps from the argument to the value, in the order in
 * which they are taken. Pure; nothing is copied: names are pieces of the text.
 */
#ifndef KTALLY_PROBE_EXPRESSION_H
#define KTALLY_PROBE_EXPRESSION_H

#include "base/why.h"
#include "text.h"

#define EXPRESSION_STEPS 32

enum step_kind { STEP_ARROW, STEP_DOT, STEP_INDEX, STEP_STAR, STEP_CAST };

struct step {
	enum step_kind kind;
	struct word name; /* of a member; of a cast's type, without `struct`. Else only its column is set */
	int64_t index;
	unsigned stars; /* of a cast */
	char tag;		/* of a cast: 's'truct, 'u'nion, 0 a typedef or a basic type */
};

struct expression {
	struct word base; /* an argument's name, or "$retval" */
	unsigned nsteps;
	struct step steps[EXPRESSION_STEPS];
};

/* The whole text; columns count from its first character. 0 or -EINVAL with `why` */
int expression_parse(struct expression *to, struct probe_text text, struct why *why);

#endif
