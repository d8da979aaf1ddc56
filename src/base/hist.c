// SPDX-License-Identifier: GPL-2.0-or-later
#include "hist.h"

#include "units.h"

#include <math.h>

static const __u64 edges[HIST_PER_OCTAVE] = HIST_EDGES;

const char *hist_unit_name(enum hist_unit unit)
{
	static const char *const names[] = {"ns", "bytes", NULL};

	return names[unit];
}

void hist_add(struct hist *h, enum hist_unit unit, uint64_t value)
{
	h->slots[unit == HIST_NS ? hist_slot_ns(value, edges) : hist_slot(value, edges)]++;
	h->sum += value;
	if (value > h->max)
		h->max = value;
}

uint64_t hist_count(const struct hist *h)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < HIST_SLOTS; i++)
		n += h->slots[i];
	return n;
}

void hist_merge(struct hist *into, const struct hist *from)
{
	for (unsigned i = 0; i < HIST_SLOTS; i++)
		into->slots[i] += from->slots[i];
	into->sum += from->sum;
	if (from->max > into->max)
		into->max = from->max;
}

void hist_since(struct hist *out, enum hist_unit unit, const struct hist *now, const struct hist *before)
{
	unsigned top = 0;

	for (unsigned i = 0; i < HIST_SLOTS; i++) {
		out->slots[i] = now->slots[i] - before->slots[i];
		if (out->slots[i])
			top = i;
	}
	out->sum = now->sum - before->sum;
	out->max = now->max;
	if (now->max == before->max && top != HIST_OVERFLOW && hist_highest(top, unit) < now->max)
		out->max = hist_highest(top, unit);
}

static double scale(enum hist_unit unit)
{
	return unit == HIST_NS ? 1e9 / (1ULL << HIST_TICK_LOG2) : 1;
}

double hist_upper(unsigned slot, enum hist_unit unit)
{
	if (slot == 0)
		return 0;
	if (slot >= HIST_OVERFLOW)
		return INFINITY;
	return exp2((slot - 1) / (double)HIST_PER_OCTAVE) * scale(unit);
}

double hist_lower(unsigned slot, enum hist_unit unit)
{
	return slot > 1 ? exp2((slot - 2) / (double)HIST_PER_OCTAVE) * scale(unit) : 0;
}

/* For times it turns hist_slot_ns() round, which drops fractions of a tick. */
uint64_t hist_highest(unsigned slot, enum hist_unit unit)
{
	uint64_t whole;

	if (slot >= HIST_OVERFLOW)
		return UINT64_MAX;
	whole = (uint64_t)hist_upper(slot, HIST_COUNT);
	if (unit != HIST_NS)
		return whole;
	return slot == HIST_OVERFLOW - 1 ? 64000000000 : (((whole + 1) << 28) - 1) / 288230376;
}

/* The whole number next to the middle of the bucket; a bucket of one number is that number. */
static uint64_t middle_ns(unsigned slot)
{
	uint64_t low = slot ? hist_highest(slot - 1, HIST_NS) + 1 : 0, high = hist_highest(slot, HIST_NS);
	uint64_t value = (uint64_t)llround(sqrt(hist_lower(slot, HIST_NS) * hist_upper(slot, HIST_NS)));

	return value < low ? low : value > high ? high : value;
}

int hist_percentile_slot(const struct hist *h, double q)
{
	uint64_t rank = (uint64_t)ceil(q * (double)hist_count(h)), seen = 0;

	for (unsigned i = 0; i < HIST_SLOTS; i++) {
		seen += h->slots[i];
		if (seen >= rank && seen)
			return (int)i;
	}
	return -1;
}

uint64_t hist_percentile(const struct hist *h, enum hist_unit unit, double q)
{
	int slot = hist_percentile_slot(h, q);
	uint64_t value;

	if (slot < 0 || slot >= HIST_OVERFLOW)
		return slot < 0 ? 0 : h->max;
	value = unit == HIST_NS ? middle_ns((unsigned)slot) : hist_highest((unsigned)slot, unit);
	return value < h->max ? value : h->max;
}

int hist_text(char *to, size_t size, double value, enum hist_unit unit)
{
	if (unit == HIST_NS)
		return units_ns(to, size, value);
	return units_number(to, size, value);
}

int hist_octave(unsigned slot)
{
	if (slot == 0)
		return -1;
	return (int)((slot - 2 + HIST_PER_OCTAVE) / HIST_PER_OCTAVE);
}
