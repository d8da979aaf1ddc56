// SPDX-License-Identifier: GPL-2.0-or-later
#include "needs.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* An operand on the stack of the postfix order */
struct operand {
	struct probe_need needs[PROBE_NEEDS];
	uint32_t n;
	bool whole; /* the needs are all that it asks */
};

/* Can bpf/probe_fetch.bpf.h load it without a helper? */
static bool in_word(const struct probe_fetch *f, uint32_t context_size)
{
	return f->base == PROBE_CONTEXT && f->kind == PROBE_NUMBER && !f->noffsets && f->size && f->at >= 8 &&
		   f->at < 256 && f->at % 8 + f->size <= 8 && f->at / 8 * 8 + 8 <= context_size;
}

static struct operand comparison(const struct probe_condition *c, const struct probe_fetch *f, uint32_t context_size)
{
	uint32_t low = (uint32_t)(f->at % 8) * 8 + f->shift, bits = f->bits ? f->bits : 8 * f->size;
	struct operand o = {.n = 0};

	if (c->op == PROBE_MATCH || !in_word(f, context_size))
		return o;
	o.n = 1;
	o.whole = true;
	o.needs[0] = (struct probe_need){.word = (uint32_t)f->at / 8, .left = 64 - low - bits, .right = 64 - bits};
	o.needs[0].is_signed = f->is_signed != 0;
	o.needs[0].op = c->op;
	o.needs[0].value = c->value;
	return o;
}

static struct operand both(struct operand a, const struct operand *b)
{
	a.whole &= b->whole && a.n + b->n <= PROBE_NEEDS;
	for (uint32_t i = 0; i < b->n && a.n < PROBE_NEEDS; i++)
		a.needs[a.n++] = b->needs[i];
	return a;
}

static struct operand negation(struct operand o)
{
	if (!o.whole || o.n != 1)
		return (struct operand){.n = 0};
	o.needs[0].negated ^= 1;
	return o;
}

static struct operand *apply(struct operand *top, const struct probe_condition *c, const struct probe_plan *plan)
{
	switch (c->op) {
	case PROBE_AND:
		top[-2] = both(top[-2], &top[-1]);
		return top - 1;
	case PROBE_OR:
		top[-2] = (struct operand){.n = 0};
		return top - 1;
	case PROBE_NOT:
		top[-1] = negation(top[-1]);
		return top;
	}
	*top = comparison(c, &plan->fetches[c->fetch], plan->context_size);
	return top + 1;
}

void probe_needs(struct probe_plan *plan)
{
	struct operand stack[PROBE_CONDITIONS] = {{.n = 0}}, *top = stack;

	if (!plan->nconditions)
		return;
	for (uint32_t i = 0; i < plan->nconditions; i++)
		top = apply(top, &plan->conditions[i], plan);
	memcpy(plan->needs, stack[0].needs, sizeof(plan->needs));
	plan->nneeds = stack[0].n;
	if (stack[0].whole)
		plan->nconditions = 0;
}
