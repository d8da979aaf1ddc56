// SPDX-License-Identifier: GPL-2.0-or-later
/* Three digits and a unit, for the values on both sides of every change of unit or number of decimals. */
#include "test.h"

#include "base/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sample {
	double value;
	const char *text;
};

static void check(const struct sample *s, size_t n, int (*print)(char *, size_t, double))
{
	char text[40], small[4];

	for (; n--; s++) {
		assert_int_equal(print(text, sizeof(text), s->value), strlen(s->text));
		assert_string_equal(text, s->text);
		assert_int_equal(print(small, sizeof(small), s->value), strlen(s->text)); /* returns what snprintf() would */
		assert_int_equal(strncmp(small, s->text, 3), 0);
	}
}

static void nanoseconds(void **state)
{
	static const struct sample all[] = {
		{0, "0ns"},			{1, "1ns"},			 {1.9, "1.9ns"},
		{9, "9ns"},			{10.4, "10ns"},		 {999, "999ns"},
		{999.4, "999ns"},	{999.5, "1.00µs"},	 {1000, "1.00µs"},
		{9994, "9.99µs"},	{9996, "10.0µs"},	 {99940, "99.9µs"},
		{99960, "100µs"},	{999499, "999µs"},	 {999501, "1.00ms"},
		{412000, "412µs"},	{3.1e6, "3.10ms"},	 {999.4e6, "999ms"},
		{999.6e6, "1.00s"}, {59.94e9, "59.9s"},	 {119.4e9, "119s"},
		{120e9, "2m00s"},	{123e9, "2m03s"},	 {3723e9, "62m03s"},
		{-1.9, "-1.9ns"},	{-3.1e6, "-3.10ms"}, {-5.8e18, "-96666666m40s"},
	};

	(void)state;
	check(all, ELEMENTS(all), units_ns);
	units_ascii(true);
	check((const struct sample[]){{1000, "1.00us"}, {2e6, "2.00ms"}}, 2, units_ns);
	units_ascii(false);
}

static void numbers(void **state)
{
	static const struct sample all[] = {
		{0, "0"},
		{1, "1"},
		{999, "999"},
		{1000, "1000"},
		{1024, "1024"},
		{4096, "4096"},
		{65536, "65536"},
		{999999, "999999"},
		{999999.4, "999999"},
		{1000000, "977Ki"},
		{1023488, "0.98Mi"},
		{1048576, "1.00Mi"},
		{1572864, "1.50Mi"},
		{10485760, "10.0Mi"},
		{104857600, "100Mi"},
		{1073741824, "1.00Gi"},
		{1.5e12, "1.36Ti"},
		{1.2e18, "1.04Ei"},
		{1.8446744e19, "16.0Ei"},
		{0.5, "0.50"},
		{12.34, "12.3"},
		{4096.5, "4096"},
		{99999.7, "100000"},
		{123456.5, "123456"},
		{-12.34, "-12.3"},
		{-1.2e18, "-1.04Ei"},
	};

	(void)state;
	check(all, ELEMENTS(all), units_number);
}

/* The text always fits a column of 7, and is within 0.5 % (half of the third digit) of the value */
static void always_short_and_right(void **state)
{
	static const char names[] = " KMGTPE";
	char text[40], *end;
	uint64_t seed = 31;

	(void)state;
	for (int i = 0; i < 200000; i++) {
		double value = (double)(random_next(&seed) >> (10 + i % 54)), shown;

		assert_in_range(units_number(text, sizeof(text), value), 1, 6);
		shown = strtod(text, &end);
		for (const char *name = names; *end && *name != *end; name++) {
			shown *= 1024;
			assert_true(name[1]);
		}
		assert_true(shown >= value * .9949 && shown <= value * 1.0051);
		assert_in_range(units_ns(text, sizeof(text), value < 3.6e12 ? value : 0), 1, 8); /* µ takes one byte more */
	}
}

static void grouped(void **state)
{
	static const struct {
		uint64_t n;
		const char *text;
	} all[] = {
		{0, "0"},
		{999, "999"},
		{1000, "1,000"},
		{12345, "12,345"},
		{123456, "123,456"},
		{1234567, "1,234,567"},
		{UINT64_MAX, "18,446,744,073,709,551,615"},
	};
	char text[40];

	(void)state;
	for (size_t i = 0; i < ELEMENTS(all); i++) {
		assert_int_equal(units_grouped(text, sizeof(text), all[i].n), strlen(all[i].text));
		assert_string_equal(text, all[i].text);
	}
	for (size_t size = 3; size < 27; size++) { /* cuts, and never writes beyond the end */
		memset(text, 'x', sizeof(text));
		units_grouped(text, size, UINT64_MAX);
		assert_true(strlen(text) < size && text[size] == 'x');
	}
}

static void width(void **state)
{
	(void)state;
	assert_int_equal(units_width(""), 0);
	assert_int_equal(units_width("412µs"), 5);
	assert_int_equal(units_width("\xf0\x9f\x90\xa7"), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nanoseconds), cmocka_unit_test(numbers), cmocka_unit_test(always_short_and_right),
		cmocka_unit_test(grouped),	   cmocka_unit_test(width),
	};

	return RUN(tests);
}
