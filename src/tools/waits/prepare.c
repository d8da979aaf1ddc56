// SPDX-License-Identifier: GPL-2.0-or-later
#include "waits.h"

#include "base/log.h"
#include "base/numbers.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

struct waits_options waits = {.min_ns = 1000};
enum waits_mode waits_mode;

/* A plain number is microseconds, as in bcc's offcputime. */
int waits_parse_time(void *to, const char *text)
{
	uint64_t *ns = to;
	uint64_t us;

	if (!parse_number(text, 0, UINT64_MAX / 1000, &us)) {
		*ns = us * 1000;
		return 0;
	}
	return parse_duration(text, ns)
			   ? fail(-EINVAL, "%s is not a time; write 100us, 10ms, or a number of microseconds", text)
			   : 0;
}

/* include/linux/sched.h, as bits of task->__state */
static const struct {
	char letter;
	uint32_t bits;
} states[] = {{'S', 0x01}, {'D', 0x02}, {'T', 0x04}, {'t', 0x08}, {'P', 0x40}};

static uint32_t bits_of(char letter)
{
	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
		if (states[i].letter == letter)
			return states[i].bits;
	return 0;
}

const char *waits_state(uint32_t state)
{
	static char text[2];

	text[0] = state ? '?' : 'R';
	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
		if (state & states[i].bits) {
			text[0] = states[i].letter;
			break;
		}
	return text;
}

int waits_parse_states(void *to, const char *text)
{
	struct waits_options *o = to;

	o->states = 0;
	o->running = false;
	for (const char *c = text; *c; c++) {
		if (*c == ',' || *c == '|')
			continue;
		o->running |= *c == 'R';
		o->states |= bits_of(*c);
		if (*c != 'R' && !bits_of(*c))
			return fail(-EINVAL, "--state %s: the letters are those of ps: S, D, R, T, t, P", text);
	}
	if (!o->states && !o->running)
		return fail(-EINVAL, "--state names no state: S, D, R, T, t, P");
	return 0;
}

int waits_compare(const void *a, const void *b)
{
	const struct waits_row *x = a, *y = b;

	return x->total.ns < y->total.ns ? -1 : x->total.ns > y->total.ns ? 1 : memcmp(&x->key, &y->key, sizeof(x->key));
}

int waits_prepare(struct session *s, struct field *fields, enum waits_mode mode)
{
	waits_mode = mode;
	if (waits.max_ns && waits.max_ns < waits.min_ns)
		return fail(-EINVAL, "--max is below --min: no wait is so long and so short");
	if (mode != WAITS_OFFCPU && waits.running)
		return fail(-EINVAL, "--state R: nobody wakes a thread that could have run");
	if (!waits.states)
		waits.running = mode == WAITS_OFFCPU;
	return stacks_prepare(s, fields);
}
