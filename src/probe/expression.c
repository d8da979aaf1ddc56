// SPDX-License-Identifier: GPL-2.0-or-later
#include "expression.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define DEPTH 16

struct parser {
	const char *text, *at;
	struct expression *e;
	struct why *why;
	unsigned depth;
};

static unsigned column(const struct parser *p)
{
	return (unsigned)(p->at - p->text) + 1;
}

static void blanks(struct parser *p)
{
	p->at += strspn(p->at, " \t");
}

static bool take(struct parser *p, const char *sign)
{
	size_t n = strlen(sign);

	blanks(p);
	if (strncmp(p->at, sign, n))
		return false;
	p->at += n;
	return true;
}

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool take_name(struct parser *p, struct word *to)
{
	blanks(p);
	*to = (struct word){p->at, 0, column(p)};
	if (!isdigit((unsigned char)*p->at))
		while (in_name(to->text[to->length]))
			to->length++;
	p->at += to->length;
	return to->length;
}

static int refuse_at(struct parser *p, const char *expected)
{
	blanks(p);
	if (!*p->at)
		return because_at(p->why, -EINVAL, column(p), "%s is missing at the end", expected);
	if ((unsigned char)*p->at < ' ' || (unsigned char)*p->at > '~')
		return because_at(p->why, -EINVAL, column(p), "%s is expected", expected);
	return because_at(p->why, -EINVAL, column(p), "%s is expected instead of '%c'", expected, *p->at);
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

static int parse_index(struct parser *p)
{
	struct step step = {.kind = STEP_INDEX};
	unsigned base = 10;

	blanks(p);
	step.name.column = column(p);
	if (p->at[0] == '0' && (p->at[1] == 'x' || p->at[1] == 'X') && isxdigit((unsigned char)p->at[2])) {
		base = 16;
		p->at += 2;
	}
	if (!isdigit((unsigned char)*p->at) && base == 10)
		return refuse_at(p, "a number");
	for (; base == 16 ? isxdigit((unsigned char)*p->at) : isdigit((unsigned char)*p->at); p->at++) {
		int digit = isdigit((unsigned char)*p->at) ? *p->at - '0' : tolower((unsigned char)*p->at) - 'a' + 10;

		step.index = step.index * base + digit;
		if (step.index > INT32_MAX)
			return because_at(p->why, -EINVAL, step.name.column, "an index of more than %d", INT32_MAX);
	}
	if (!take(p, "]"))
		return refuse_at(p, "']'");
	return add_step(p, step);
}

static bool is_word(const struct word *w, const char *text)
{
	return w->length == strlen(text) && !memcmp(w->text, text, w->length);
}

/* A type in brackets, (struct sock *); what is no type is left for others: false */
static bool take_cast(struct parser *p, struct step *step)
{
	const char *before = p->at;
	struct word word;

	*step = (struct step){.kind = STEP_CAST};
	if (take(p, "(") && take_name(p, &word)) {
		if (is_word(&word, "struct") || is_word(&word, "union"))
			step->tag = *word.text;
		if (!step->tag || take_name(p, &word)) {
			while (take(p, "*"))
				step->stars++;
			step->name = word;
			if (step->stars && step->stars < 8 && take(p, ")"))
				return true;
		}
	}
	p->at = before;
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
		p->e->base = (struct word){p->at - 1, 1, column(p) - 1};
		while (in_name(*p->at)) {
			p->e->base.length++;
			p->at++;
		}
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

/* `*` and casts come before what they apply to, but are taken after it */
static int parse_unary(struct parser *p)
{
	struct step step;
	int err;

	blanks(p);
	if (++p->depth > DEPTH)
		return because_at(p->why, -EINVAL, column(p), "more than %d brackets and stars in one another", DEPTH);
	step = (struct step){.kind = STEP_STAR, .name.column = column(p)};
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

int expression_parse(struct expression *to, const char *text, struct why *why)
{
	struct parser p = {.text = text, .at = text, .e = to, .why = why};
	int err;

	memset(to, 0, sizeof(*to));
	err = parse_unary(&p);
	blanks(&p);
	return err || !*p.at ? err : refuse_at(&p, "the end, or one of -> . [");
}
