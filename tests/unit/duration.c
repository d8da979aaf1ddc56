// SPDX-License-Identifier: GPL-2.0-or-later
/* Durations as function_graph prints them: both sides of each mark, and of each digit that is dropped. */
#include "test.h"

#include "tools/functions/duration.h"

#include <string.h>

static void durations(void **state)
{
	static const struct {
		uint64_t ns;
		const char *text;
	} all[] = {
		{0, "  0.000 us"},
		{153, "  0.153 us"},
		{10000, "  10.000 us"},
		{10001, "+ 10.001 us"},
		{100001, "! 100.001 us"},
		{1000000, "! 1000.000 us"},
		{1000001, "# 1000.001 us"},
		{12345678, "* 12345.67 us"},
		{123456789, "@ 123456.7 us"},
		{1000000000, "@ 1000000 us"},
		{1234567890, "$ 1234567 us"},
		{123456789012345, "$ 123456789012 us"},
	};
	char text[40];

	(void)state;
	for (size_t i = 0; i < ELEMENTS(all); i++) {
		int n = duration_text(text, sizeof(text), all[i].ns);

		assert_string_equal(text, all[i].text);
		assert_int_equal(n, strlen(text));
		assert_true(all[i].ns > 9999999999 || n <= DURATION_WIDTH);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(durations)};

	return RUN(tests);
}
