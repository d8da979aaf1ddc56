// SPDX-License-Identifier: GPL-2.0-or-later
#include "units.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool ascii, replayed, clock_known;
static uint64_t clock_offset; /* of a replay whose clock is known */

void units_ascii(bool on)
{
	ascii = on;
}

const char *units_at_most(void)
{
	return ascii ? "<=" : "≤";
}

const char *units_cut(void)
{
	return ascii ? ">" : "…";
}

static int three_digits(char *to, size_t size, double v, const char *unit)
{
	int decimals = v >= 99.95 ? 0 : v >= 9.995 ? 1 : 2;

	return snprintf(to, size, "%.*f%s", decimals, v, unit);
}

/* Only damaged recordings have negative times and sizes */
static int negative(int (*print)(char *to, size_t size, double v), char *to, size_t size, double v)
{
	char text[32];

	print(text, sizeof(text), -v);
	return snprintf(to, size, "-%s", text);
}

int units_ns(char *to, size_t size, double ns)
{
	uint64_t seconds;

	if (ns < 0)
		return negative(units_ns, to, size, ns);
	if (ns < 999.5)
		return snprintf(to, size, "%.*fns", ns < 9.5 && ns != (double)(int)ns ? 1 : 0, ns);
	if (ns < 999.5e3)
		return three_digits(to, size, ns / 1e3, ascii ? "us" : "µs");
	if (ns < 999.5e6)
		return three_digits(to, size, ns / 1e6, "ms");
	if (ns < 120e9)
		return three_digits(to, size, ns / 1e9, "s");
	seconds = (uint64_t)(ns / 1e9);
	return snprintf(to, size, "%" PRIu64 "m%02us", seconds / 60, (unsigned)(seconds % 60));
}

int units_number(char *to, size_t size, double n)
{
	static const char *const units[] = {"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
	int i = 0;

	if (n < 0)
		return negative(units_number, to, size, n);
	if (n < 999999.5)
		return n < 1e5 && n != (double)(uint64_t)n ? three_digits(to, size, n, "") : snprintf(to, size, "%.0f", n);
	for (n /= 1024; n >= 999.5 && i < 5; i++)
		n /= 1024;
	return three_digits(to, size, n, units[i]);
}

int units_grouped(char *to, size_t size, uint64_t n)
{
	char digits[24];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, n), out = 0;

	for (int i = 0; i < len && out + 2 < (int)size; i++) {
		if (i && (len - i) % 3 == 0)
			to[out++] = ',';
		to[out++] = digits[i];
	}
	to[out] = '\0';
	return out;
}

static unsigned count_digits(uint64_t value)
{
	unsigned n = 1;

	for (uint64_t power = 10; n < 20 && value >= power; power *= 10) /* UINT64_MAX has 20 */
		n++;
	return n;
}

int units_whole(char *to, size_t size, uint64_t value, bool negative)
{
	unsigned n = count_digits(value) + negative;
	char *at = to + n;

	if (n >= size)
		return snprintf(to, size, "%s%" PRIu64, negative ? "-" : "", value);
	*at = '\0';
	do
		*--at = (char)('0' + value % 10);
	while (value /= 10);
	if (negative)
		*--at = '-';
	return (int)n;
}

void units_replayed(bool on)
{
	replayed = on;
}

void units_replay_clock(const char *times)
{
	uint64_t monotonic, wall;

	clock_known = times && sscanf(times, "%" SCNu64 " %" SCNu64, &monotonic, &wall) == 2;
	clock_offset = clock_known ? wall - monotonic : 0;
}

static int64_t now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/*
 * Nanoseconds to add to CLOCK_MONOTONIC for the time of day. Somebody may set the wall clock during a run, so this
 * looks at it once in each tick of the kernel's clock. It takes a new offset only if the clocks moved apart by a
 * millisecond more than the look took. Otherwise a delay between the readings would put rows out of order.
 */
static int64_t wall_offset(void)
{
	static int64_t offset, looked;
	int64_t tick = now(CLOCK_MONOTONIC_COARSE), before, wall, after, seen;

	if (tick == looked)
		return offset;
	before = now(CLOCK_MONOTONIC);
	wall = now(CLOCK_REALTIME);
	after = now(CLOCK_MONOTONIC);
	seen = wall - before - (after - before) / 2;
	if (llabs(seen - offset) > 1000000 + (after - before))
		offset = seen;
	looked = tick;
	return offset;
}

uint64_t units_wall(uint64_t monotonic_ns)
{
	return replayed ? monotonic_ns + clock_offset : monotonic_ns + (uint64_t)wall_offset();
}

int units_clock(char *to, size_t size, uint64_t monotonic_ns)
{
	uint64_t wall = units_wall(monotonic_ns);
	time_t whole = (time_t)(wall / 1000000000);
	struct tm tm;

	if (replayed && !clock_known)
		return snprintf(to, size, "%.1f", (double)wall / 1e9);
	if (!localtime_r(&whole, &tm)) /* a damaged recording: beyond all years */
		return snprintf(to, size, "?");
	return (int)strftime(to, size, "%H:%M:%S", &tm);
}

int units_uptime(char *to, size_t size, uint64_t monotonic_ns)
{
	uint64_t us = monotonic_ns / 1000;

	return snprintf(to, size, "%" PRIu64 ".%06u", us / 1000000, (unsigned)(us % 1000000));
}

int units_width(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}
