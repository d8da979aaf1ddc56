// SPDX-License-Identifier: GPL-2.0-or-later
#include "heat_axis.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>

#define TOP ((HIST_OCTAVES + 2) * HIST_PER_OCTAVE) /* behind the bucket above the last edge */

/* Each octave has eight positions. Octave 0 holds zero too; the overflow slot is alone in its octave. */
static int position(unsigned slot)
{
	return slot < 2 ? 0 : (int)slot - 2 + HIST_PER_OCTAVE;
}

static int position_of(const struct heat_axis *a, uint64_t value)
{
	static const __u64 edges[HIST_PER_OCTAVE] = HIST_EDGES;

	return position(a->unit == HIST_NS ? hist_slot_ns(value, edges) : hist_slot(value, edges));
}

void heat_axis_zoom(struct heat_axis *a)
{
	a->slots = 1;
	while (heat_axis_cells(a) > a->room)
		a->slots++;
}

void heat_axis_fix(struct heat_axis *a, uint64_t from, uint64_t to)
{
	a->fixed = true;
	a->from = from;
	a->to = to;
	a->low = position_of(a, from);
	a->high = position_of(a, to) + 1;
	heat_axis_zoom(a);
}

bool heat_axis_widen(struct heat_axis *a, const struct hist *h)
{
	int low = a->low, high = a->high;

	for (unsigned i = 0; i < HIST_SLOTS && !a->fixed; i++) {
		int at = position(i), octave = at - at % HIST_PER_OCTAVE;

		if (!h->slots[i] || (at >= low && at < high))
			continue;
		if (low == high || octave < low)
			low = octave - HIST_PER_OCTAVE;
		if (a->low == a->high || octave >= high)
			high = octave + 2 * HIST_PER_OCTAVE;
	}
	low = low < 0 ? 0 : low;
	high = high > TOP ? TOP : high;
	if (low == a->low && high == a->high)
		return false;
	a->low = low;
	a->high = high;
	heat_axis_zoom(a);
	return true;
}

int heat_axis_cells(const struct heat_axis *a)
{
	return (a->high - a->low + a->slots - 1) / a->slots;
}

int heat_axis_cell(const struct heat_axis *a, unsigned slot)
{
	int at = position(slot);

	if (at < a->low)
		return 0;
	return at < a->high ? (at - a->low) / a->slots : heat_axis_cells(a) - 1;
}

/* ---- names ---- */

static int name_of(char *to, size_t size, double value, enum hist_unit unit)
{
	static const char *const names[] = {"ns", "us", "ms", "s"};
	int i = 0;

	if (unit != HIST_NS)
		return units_number(to, size, value);
	for (; value >= 999.5 && i < 3; i++)
		value /= 1e3;
	return snprintf(to, size, "%.3g%s", value, names[i]);
}

/* Names so far apart that all of them fit: each tenfold, hundredfold or thousandfold; of numbers some power of 2. */
static uint64_t factor(const struct heat_axis *a)
{
	int octaves = 1;

	if (a->unit == HIST_NS)
		return a->slots <= 4 ? 10 : a->slots <= 8 ? 100 : 1000;
	while (octaves * HIST_PER_OCTAVE < 8 * a->slots)
		octaves++;
	return 1ULL << octaves;
}

/* Puts the name into the text from `at` on, if it leaves a blank before it. The next free column */
static int put(char *text, int at, const char *name, int free_from, int end)
{
	int n = (int)strlen(name);

	if (at < free_from || at + n > end)
		return free_from;
	memcpy(text + at, name, (size_t)n);
	return at + n + 1;
}

void heat_axis_text(const struct heat_axis *a, char *text)
{
	int end = heat_axis_cells(a), free_from = 0;
	char name[32] = "<", last[32] = ">";

	memset(text, ' ', (size_t)a->room);
	text[a->room] = '\0';
	if (a->fixed) {
		name_of(name + 1, sizeof(name) - 1, (double)a->from, a->unit);
		name_of(last + 1, sizeof(last) - 1, (double)a->to, a->unit);
		free_from = put(text, 0, name, 0, end);
		put(text, end - (int)strlen(last), last, free_from, end);
		end -= (int)strlen(last) + 1;
	}
	for (uint64_t value = 1; value < 1ULL << 40; value *= factor(a)) {
		int at = position_of(a, value);

		if (at < a->low || at >= a->high)
			continue;
		name_of(name, sizeof(name), (double)value, a->unit);
		free_from = put(text, (at - a->low) / a->slots, name, free_from, end);
	}
}
