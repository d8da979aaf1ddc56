// SPDX-License-Identifier: GPL-2.0-or-later
#include "expression.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 16

struct parser {
	struct probe_text t;
	struct expression *e;
	struct why *why;
	unsigned depth;
};

/* The column of the next word */
static unsigned column(struct parser *p)
{
	text_skip_spaces(&p->t);
	return text_column(&p->t);
}

static bool take(struct parser *p, const char *sign)
{
	text_skip_spaces(&p->t);
	return text_take(&p->t, sign);
}

static bool take_name(struct parser *p, struct word *to)
{
	text_skip_spaces(&p->t);
	return text_take_name(&p->t, to);
}

static int refuse_at(struct parser *p, const char *expected)
{
	unsigned at = column(p);
	char next = text_next(&p->t);

	if (!next)
		return because_at(p->why, -EINVAL, at, "%s is missing at the end", expected);
	if ((unsigned char)next < ' ' || (unsigned char)next > '~')
		return because_at(p->why, -EINVAL, at, "%s is expected", expected);
	return because_at(p->why, -EINVAL, at, "%s is expected instead of '%c'", expected, next);
}

static int add_step(struct parser *p, struct step step)
{
	if (p->e->nsteps == EXPRESSION_STEPS)
		return because_at(p->why, -EINVAL, step.name.column, "more than %d steps from the argument to the value",
						  EXPRESSION_STEPS);
	p->e->steps[p->e->nsteps++] = step;
	return 0;
}

static int parse_member(struct parser *p, enum step_kind kind)
{
	struct step step = {.kind = kind};

	if (!take_name(p, &step.name))
		return refuse_at(p, "a member's name");
	return add_step(p, step);
}

/* 0x begins a hexadecimal index; all others are decimal. */
static int parse_index(struct parser *p)
{
	struct step step = {.kind = STEP_INDEX, .name.column = column(p)};
	const char *digits = p->t.at;
	unsigned long long index;
	char *end;

	if (!isdigit((unsigned char)text_next(&p->t)))
		return refuse_at(p, "a number");
	index = strtoull(digits, &end, *digits == '0' && (digits[1] == 'x' || digits[1] == 'X') ? 16 : 10);
	if (index > INT32_MAX)
		return because_at(p->why, -EINVAL, step.name.column, "an index of more than %d", INT32_MAX);
	step.index = (int64_t)index;
	p->t.at = end;
	return take(p, "]") ? add_step(p, step) : refuse_at(p, "']'");
}

/* A type in brackets, as (struct sock *). False, and nothing is taken, if it is no type */
static bool take_cast(struct parser *p, struct step *step)
{
	struct probe_text before = p->t;
	struct word word;

	*step = (struct step){.kind = STEP_CAST};
	if (take(p, "(") && take_name(p, &word)) {
		if (word_is(&word, "struct") || word_is(&word, "union"))
			step->tag = *word.text;
		if (!step->tag || take_name(p, &word)) {
			while (take(p, "*"))
				step->stars++;
			step->name = word;
			if (step->stars && step->stars < 8 && take(p, ")"))
				return true;
		}
	}
	p->t = before;
	return false;
}

static int parse_unary(struct parser *p);

static int parse_primary(struct parser *p)
{
	int err;

	if (take(p, "(")) {
		err = parse_unary(p);
		return err || take(p, ")") ? err : refuse_at(p, "')'");
	}
	if (take(p, "$")) {
		p->e->base = (struct word){p->t.at - 1, 1 + text_letters(&p->t), text_column(&p->t) - 1};
		p->t.at += p->e->base.length - 1;
		return 0;
	}
	return take_name(p, &p->e->base) ? 0 : refuse_at(p, "an argument's name");
}

static int parse_postfix(struct parser *p)
{
	int err = parse_primary(p);

	while (!err) {
		if (take(p, "->"))
			err = parse_member(p, STEP_ARROW);
		else if (take(p, "."))
			err = parse_member(p, STEP_DOT);
		else if (take(p, "["))
			err = parse_index(p);
		else
			break;
	}
	return err;
}

/* '*' and casts stand before what they apply to, but their steps come after it. */
static int parse_unary(struct parser *p)
{
	struct step step = {.kind = STEP_STAR, .name.column = column(p)};
	int err;

	if (++p->depth > DEPTH)
		return because_at(p->why, -EINVAL, step.name.column, "more than %d brackets and stars in one another", DEPTH);
	if (take(p, "*") || take_cast(p, &step)) {
		err = parse_unary(p);
		if (!err)
			err = add_step(p, step);
	} else {
		err = parse_postfix(p);
	}
	p->depth--;
	return err;
}

int expression_parse(struct expression *to, struct probe_text text, struct why *why)
{
	struct parser p = {.t = text, .e = to, .why = why};
	int err;

	memset(to, 0, sizeof(*to));
	err = parse_unary(&p);
	text_skip_spaces(&p.t);
	return err || !text_next(&p.t) ? err : refuse_at(&p, "the end, or one of -> . [");
}
