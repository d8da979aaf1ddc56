// SPDX-License-Identifier: GPL-2.0-or-later
#include "evaluate.h"

bool probe_glob_matches(const struct probe_glob *g, const char *text)
{
	uint64_t states = 1;

	for (unsigned i = 0; i < PROBE_TEXT && text[i]; i++)
		states = (states << 1 & g->follow[(unsigned char)text[i]]) | (states & g->loop);
	return states & g->accept;
}

static bool compare(const struct probe_condition *c, uint64_t value)
{
	uint64_t sign = c->is_signed ? 1ULL << 63 : 0;

	switch (c->op) {
	case PROBE_EQUAL:
		return value == c->value;
	case PROBE_LESS:
		return (value ^ sign) < (c->value ^ sign);
	case PROBE_GREATER:
		return (value ^ sign) > (c->value ^ sign);
	case PROBE_BITS:
		return value & c->value;
	}
	return false;
}

static bool holds(const struct probe *p, const struct probe_condition *c, const struct probe_event *event)
{
	if (c->op == PROBE_MATCH)
		return probe_glob_matches(&p->globs[c->value], event->texts[c->fetch]);
	return compare(c, event->values[c->fetch]);
}

/* `results` is a stack of bits; bit 0 is its top. */
bool probe_passes(const struct probe *p, const struct probe_event *event)
{
	uint64_t results = 0;

	for (unsigned i = 0; i < p->nconditions; i++) {
		const struct probe_condition *c = &p->conditions[i];

		if (c->op == PROBE_AND)
			results = results >> 1 & (results | ~1ULL);
		else if (c->op == PROBE_OR)
			results = results >> 1 | (results & 1);
		else if (c->op == PROBE_NOT)
			results ^= 1;
		else
			results = results << 1 | holds(p, c, event);
	}
	return !p->nconditions || results & 1;
}
