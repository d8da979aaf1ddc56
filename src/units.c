// SPDX-License-Identifier: GPL-2.0-or-later
#include "units.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static bool ascii, replayed;

void units_ascii(bool on)
{
	ascii = on;
}

static int three_digits(char *to, size_t size, double v, const char *unit)
{
	int decimals = v >= 99.95 ? 0 : v >= 9.995 ? 1 : 2;

	return snprintf(to, size, "%.*f%s", decimals, v, unit);
}

int units_ns(char *to, size_t size, double ns)
{
	uint64_t seconds;

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

static int scaled(char *to, size_t size, double v, double step, const char *const *units)
{
	int i = 0;

	for (; v >= (i ? 999.5 : step) && units[i + 1]; i++)
		v /= step;
	if (!i && v == (double)(uint64_t)v)
		return snprintf(to, size, "%.0f%s", v, units[0]);
	return three_digits(to, size, v, units[i]);
}

int units_bytes(char *to, size_t size, double bytes)
{
	static const char *const units[] = {"B", "K", "M", "G", "T", "P", NULL};

	return scaled(to, size, bytes, 1024, units);
}

int units_count(char *to, size_t size, double n)
{
	static const char *const units[] = {"", "k", "M", "G", "T", "P", NULL};

	return scaled(to, size, n, 1000, units);
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

void units_replayed(bool on)
{
	replayed = on;
}

static double seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/*
 * What to add for the time of day. It is looked at each time, since the wall clock may be set while we run, but a new
 * one is taken only where the clocks moved apart by more than the look took: else rows would be out of order by
 * whatever came between the readings.
 */
static double wall_offset(void)
{
	static double offset;
	double before = seconds(CLOCK_MONOTONIC), wall = seconds(CLOCK_REALTIME), after = seconds(CLOCK_MONOTONIC);
	double now = wall - (before + after) / 2;

	if (fabs(now - offset) > 0.001 + (after - before))
		offset = now;
	return offset;
}

double units_wall(uint64_t monotonic_ns)
{
	double at = (double)monotonic_ns / 1e9;

	return replayed ? at : at + wall_offset();
}

int units_clock(char *to, size_t size, uint64_t monotonic_ns)
{
	double wall = units_wall(monotonic_ns);
	time_t whole = (time_t)wall;
	struct tm tm;

	if (replayed)
		return snprintf(to, size, "%.1f", wall);
	localtime_r(&whole, &tm);
	return (int)strftime(to, size, "%H:%M:%S", &tm);
}

int units_width(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}
