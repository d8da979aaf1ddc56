// SPDX-License-Identifier: GPL-2.0-or-later
#include "heat_legend.h"

#include "base/units.h"
#include "ramp.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define STEPS_MAX 48 /* up to 2^64 there are 39 */
#define STEP_BYTES 80

uint64_t heat_step(uint64_t count)
{
	return count % 3 ? count * 3 : count / 3 * 10;
}

struct legend {
	char text[STEPS_MAX * STEP_BYTES];
	size_t used;
	int columns;
	const struct terminal *terminal;
	uint64_t most;
};

static void add_step(struct legend *l, uint64_t count)
{
	char text[48];

	snprintf(text, sizeof(text), " %s%" PRIu64 "  ", l->terminal->utf8 ? "≥" : ">=", count);
	l->used = ramp_cell(l->text, l->used, l->terminal->color, ramp_share(count, l->most), 0);
	l->used = ramp_reset(l->text, l->used, l->terminal->color);
	strcpy(l->text + l->used, text);
	l->used += strlen(text);
	l->columns += 1 + units_width(text);
}

/* Of the steps the first, each nth that is not too near to the last, and the last */
static void add_steps(struct legend *l, int n)
{
	uint64_t steps[STEPS_MAX], count = 1;
	int last = 0;

	l->used = 0;
	l->columns = 0;
	for (; count < l->most && last < STEPS_MAX - 1; count = heat_step(count))
		steps[last++] = count;
	for (int i = 0; i < last; i += n)
		if (!i || i + n <= last)
			add_step(l, steps[i]);
	add_step(l, l->most);
}

/* False if not even the first and the last step fit */
static bool steps_fit(struct legend *l, int room)
{
	for (int n = 1; n < STEPS_MAX; n++) {
		add_steps(l, n);
		if (l->columns <= room)
			return true;
	}
	return false;
}

void heat_legend(char *to, size_t size, const char *intro, const char *marks, const struct terminal *t, uint64_t most,
				 int width)
{
	struct legend l = {.terminal = t, .most = most};
	int room = width - units_width(intro);
	bool beside = steps_fit(&l, room - units_width(marks) - 1);

	if (!beside)
		steps_fit(&l, room + 2); /* blanks at the end */
	if (!*marks)				 /* no blanks at the end */
		l.text[l.used - 2] = '\0';
	snprintf(to, size, "%s%s%s%s", intro, l.text, !*marks ? "" : beside ? " " : "\n", marks);
}
