// SPDX-License-Identifier: GPL-2.0-or-later
/* What a terminal shows of a message that points at a column: three lines, and the arrow below the right character. */
#include "base/log.h"
#include "test.h"

#include "base/units.h"
#include "capture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char lines[3][1024];

/* Exactly three lines, without any control in them */
static void point_at(const char *text, size_t at, const char *sentence)
{
	const char *shown;
	int n = 0;

	log_program("kprobe");
	capture_begin(2);
	assert_int_equal(fail_at(-22, text, at, "definition", sentence), -22);
	shown = capture_end();
	for (; n < 3 && *shown; n++) {
		size_t length = strcspn(shown, "\n");

		snprintf(lines[n], sizeof(lines[n]), "%.*s", (int)length, shown);
		assert_int_equal(shown[length], '\n');
		for (size_t i = 0; i < length; i++)
			assert_true((unsigned char)shown[i] >= ' ' && shown[i] != 0x7f);
		shown += length + 1;
	}
	assert_int_equal(n, 3);
	assert_string_equal(shown, "");
}

/* What stands above the arrow, from there on */
static const char *above_arrow(void)
{
	const char *arrow = strchr(lines[2], '^'), *at = lines[1];

	assert_non_null(arrow);
	for (ptrdiff_t column = arrow - lines[2]; column; column--)
		for (at++; ((unsigned char)*at & 0xc0) == 0x80; at++)
			;
	return at;
}

static void shows(const char *text, const char *place, const char *line, const char *above)
{
	point_at(text, (size_t)(strstr(text, place) - text), "wrong");
	assert_string_equal(lines[0], "kprobe: wrong");
	assert_string_equal(lines[1], line);
	assert_string_equal(above_arrow(), above);
}

static void the_arrow_points(void **state)
{
	(void)state;
	shows("p:libc:nosuch", "nosuch", "  p:libc:nosuch", "nosuch");
	assert_string_equal(lines[2], "         ^ column 8 of the definition");
	shows("x", "x", "  x", "x");
	shows("p:f a=", "", "  p:f a=", "p:f a=");
	shows("p:\tf nosuch", "nosuch", "  p:\\tf nosuch", "nosuch");
	shows("p:\x1b[2J nosuch", "nosuch", "  p:\\x1b[2J nosuch", "nosuch");
	shows("p:a\nb nosuch", "nosuch", "  p:a\\nb nosuch", "nosuch");
	shows("p:\xff\\ nosuch", "nosuch", "  p:\\xff\\\\ nosuch", "nosuch");
	shows("p:/tmp/\xc3\xbc\xe2\x82\xac:f nosuch", "nosuch", "  p:/tmp/\xc3\xbc\xe2\x82\xac:f nosuch", "nosuch");
	assert_non_null(strstr(lines[2], "column 13 of the definition"));
	point_at("p:f", 3, "ends \x1b[31m here\nand there");
	assert_string_equal(lines[0], "kprobe: ends \\x1b[31m here\\nand there");
	assert_string_equal(above_arrow(), "");
}

/* Wherever the place is in whatever length: 80 columns, and the arrow is below its first character. */
static void long_texts_are_cut(void **state)
{
	static const char *const fillers[] = {"a", "\t", "\x1b", "\xe2\x82\xac"};
	char text[4096];

	(void)state;
	for (size_t filler = 0; filler < ELEMENTS(fillers); filler++)
		for (unsigned length = 1; length < 200; length += 3)
			for (unsigned at = 0; at < length; at++) {
				const char *above;
				size_t to = 0, place = 0;
				char number[32];

				for (unsigned i = 0; i < length; i++) {
					place = i == at ? to : place;
					to += (size_t)sprintf(text + to, "%s", i == at ? "X" : fillers[filler]);
				}
				point_at(text, place, "wrong");
				above = above_arrow();
				snprintf(number, sizeof(number), "column %u of ", at + 1);
				if (*above != 'X' || units_width(lines[1]) > 80 || units_width(lines[2]) > 80 ||
					!strstr(lines[2], number))
					fail_msg("filler %zu, %u of %u:\n%s\n%s", filler, at, length, lines[1], lines[2]);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_arrow_points),
		cmocka_unit_test(long_texts_are_cut),
	};

	return RUN(tests);
}
