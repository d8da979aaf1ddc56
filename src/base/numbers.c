// SPDX-License-Identifier: GPL-2.0-or-later
#include "numbers.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int parse_number(const char *text, uint64_t min, uint64_t max, uint64_t *to)
{
	unsigned long long value;
	char *end;

	if (*text < '0' || *text > '9')
		return -EINVAL;
	errno = 0;
	value = strtoull(text, &end, 10);
	if (*end)
		return -EINVAL;
	if (errno || value < min || value > max)
		return -ERANGE;
	*to = value;
	return 0;
}

/* Only digits and one point: strtod() alone would also take "inf", "0x1p3" and a locale's comma. */
static bool is_decimal(const char *text, const char *end)
{
	size_t digits = strspn(text, "0123456789"), more = 0;

	if (text[digits] == '.')
		more = strspn(text + digits + 1, "0123456789") + 1;
	return digits && text + digits + more == end;
}

int parse_duration(const char *text, uint64_t *to_ns)
{
	static const struct {
		const char *suffix;
		double ns;
	} units[] = {{"", 1e9}, {"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"m", 60e9}, {"h", 3600e9}};
	size_t number = strspn(text, "0123456789.");
	double value = strtod(text, NULL);

	if (!is_decimal(text, text + number))
		return -EINVAL;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(text + number, units[i].suffix))
			continue;
		value = round(value * units[i].ns);
		if (value < 1e3 || value > 1e9 * 366 * 86400)
			return -ERANGE;
		*to_ns = (uint64_t)value;
		return 0;
	}
	return -EINVAL;
}

int parse_quantity(const char *text, uint64_t *to, bool *is_time)
{
	static const struct {
		const char *suffix;
		double factor;
		bool time;
	} units[] = {{"", 1, false},		 {"K", 1024, false},	{"Ki", 1024, false},	{"M", 1 << 20, false},
				 {"Mi", 1 << 20, false}, {"G", 1 << 30, false}, {"Gi", 1 << 30, false}, {"ns", 1, true},
				 {"us", 1e3, true},		 {"µs", 1e3, true},		{"ms", 1e6, true},		{"s", 1e9, true},
				 {"m", 60e9, true}};
	size_t number = strspn(text, "0123456789.");
	double value = strtod(text, NULL);

	if (!is_decimal(text, text + number))
		return -EINVAL;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(text + number, units[i].suffix))
			continue;
		value = round(value * units[i].factor);
		if (value > 1e18)
			return -ERANGE;
		*to = (uint64_t)value;
		*is_time = units[i].time;
		return 0;
	}
	return -EINVAL;
}
