// SPDX-License-Identifier: GPL-2.0-or-later
/* The letters of a block request, and patterns over them, for every operation with every set of flags. */
#include "test.h"

#include "sys/io_types.h"

#include <errno.h>
#include <string.h>

static bool possible(unsigned type)
{
	return (type & IO_OP_MASK) < IO_OPS;
}

/* The kernel writes "FF" for a forced flush and for one after a flush. So compare letters, not types. */
static void letters_return(void **state)
{
	char letters[IO_TYPE_TEXT], again[IO_TYPE_TEXT];

	(void)state;
	for (unsigned type = 0; type < IO_TYPES; type++) {
		int n = io_type_letters(letters, sizeof(letters), type);
		unsigned parsed = io_type_parse(letters, (size_t)n);

		assert_true(n > 0 && n < IO_TYPE_TEXT);
		io_type_letters(again, sizeof(again), parsed);
		assert_string_equal(letters, again);
		if (possible(type) && (type & IO_OP_MASK) != IO_FLUSH)
			assert_int_equal(parsed, type);
	}
}

static void known(void **state)
{
	static const struct {
		const char *letters;
		unsigned type;
	} all[] = {
		{"R", IO_READ},
		{"W", IO_WRITE},
		{"WS", IO_WRITE | IO_SYNC},
		{"RA", IO_READ | IO_AHEAD},
		{"RSM", IO_READ | IO_SYNC | IO_META},
		{"WFS", IO_WRITE | IO_FUA | IO_SYNC},
		{"FWFS", IO_PREFLUSH | IO_WRITE | IO_FUA | IO_SYNC},
		{"FWS", IO_PREFLUSH | IO_WRITE | IO_SYNC},
		{"F", IO_FLUSH},
		{"FF", IO_PREFLUSH | IO_FLUSH},
		{"FN", IO_PREFLUSH | IO_OTHER},
		{"D", IO_DISCARD},
		{"DS", IO_DISCARD | IO_SYNC},
		{"DE", IO_SECURE_ERASE},
		{"N", IO_OTHER},
		{"WSU", IO_WRITE | IO_SYNC | IO_ATOMIC},
		{"", IO_OTHER},
		{"ZRS", IO_OTHER | IO_SYNC},  /* a zone reset: two letters since 6.16 */
		{"W?S!", IO_WRITE | IO_SYNC}, /* letters of a kernel to come */
	};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(all); i++)
		assert_int_equal(io_type_parse(all[i].letters, strlen(all[i].letters)), all[i].type);
	assert_int_equal(io_type_parse("WSM", 2), IO_WRITE | IO_SYNC); /* reads no further than the length */
}

static bool in(const unsigned long long *wanted, unsigned type)
{
	return wanted[type / 64] >> (type % 64) & 1;
}

/* Tells what a pattern means, for each of the four shapes that ftrace knows */
static bool matches(const char *pattern, const char *letters)
{
	char core[40] = "";
	size_t n = strlen(pattern), head = pattern[0] == '*', tail = n > 1 && pattern[n - 1] == '*', length;
	const char *at;

	strncat(core, pattern + head, n - head - tail);
	length = strlen(core);
	at = strstr(letters, core);
	if (head && tail)
		return at != NULL;
	if (head)
		return strlen(letters) >= length && !strcmp(letters + strlen(letters) - length, core);
	return tail ? !strncmp(letters, core, length) : !strcmp(letters, core);
}

static void patterns(void **state)
{
	static const char *const all[] = {"R", "W", "WS", "*W*", "*S*", "F*", "*", "R*", "*M", "D", "*A*", "FWFSMU", "**"};
	unsigned long long wanted[IO_TYPES / 64];
	char letters[IO_TYPE_TEXT];

	(void)state;
	for (size_t i = 0; i < ELEMENTS(all); i++) {
		assert_int_equal(io_type_match(all[i], wanted), 0);
		for (unsigned type = 0; type < IO_TYPES; type++) {
			io_type_letters(letters, sizeof(letters), type);
			if (in(wanted, type) != (possible(type) && matches(all[i], letters)))
				fail_msg("%s and %s (%u)", all[i], letters, type);
		}
	}
}

static void impossible(void **state)
{
	static const char *const bad[] = {"", "X", "w", "SW", "R W", "RR", "?", "[RW]", "WSS", "\\W"};
	unsigned long long wanted[IO_TYPES / 64];

	(void)state;
	for (size_t i = 0; i < ELEMENTS(bad); i++)
		assert_int_equal(io_type_match(bad[i], wanted), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(letters_return),
		cmocka_unit_test(known),
		cmocka_unit_test(patterns),
		cmocka_unit_test(impossible),
	};

	return RUN(tests);
}
