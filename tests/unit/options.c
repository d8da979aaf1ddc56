// SPDX-License-Identifier: GPL-2.0-or-later
/* Option tables: every form of every type, every message, letters that an earlier table took, reordered arguments. */
#include "base/numbers.h"
#include "test.h"

#include "capture.h"
#include "base/log.h"
#include "session/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct {
	bool flag, other, late;
	uint64_t number, other_number, time_ns;
	const char *text, *parsed;
} to;

static int parse_even(void *at, const char *text)
{
	if (strlen(text) % 2)
		return fail(-EINVAL, "--even %s: odd", text);
	*(const char **)at = text;
	return 0;
}

static const struct opt first[] = {
	OPT_FLAG('f', "flag", &to.flag, "a flag"),
	OPT_NUMBER('n', "number", "N", &to.number, 2, 100, "a number"),
	OPT_TEXT('t', "text", "TEXT", &to.text, "some text"),
	OPT_DURATION('d', "duration", "TIME", &to.time_ns, "how long"),
	OPT_PARSED(0, "even", "TEXT", &to.parsed, parse_even, "an even text", .elsewhere = 'e'),
	OPT_NOTE('m', "(theirs): there is none"),
	OPT_END,
};

static const struct opt second[] = {
	OPT_NUMBER('f', "fallback", "N", &to.other_number, 0, UINT64_MAX, "its letter is taken"),
	OPT_FLAG('o', "other", &to.other, "another flag\non two lines", .elsewhere = 'v'),
	OPT_FLAG('t', "total-of-everything-there-is", &to.late, "taken too, and long"),
	OPT_END,
};

static const struct opt *const tables[] = {first, second, NULL};

/* Parses "a b c" as the words after a program's name; *rest: the arguments. Returns what options_parse() returns. */
static int parse(const char *line, bool stop_early, char ***rest)
{
	static char copy[400], *argv[30];
	int argc = 1, result;
	char *save = NULL;

	memset(&to, 0, sizeof(to));
	snprintf(copy, sizeof(copy), "%s", line);
	argv[0] = (char[]){"tool"};
	for (char *one = strtok_r(copy, " ", &save); one; one = strtok_r(NULL, " ", &save))
		argv[argc++] = strcmp(one, "''") ? one : one + 2;
	argv[argc] = NULL;
	result = options_parse(tables, argc, argv, stop_early);
	if (rest)
		*rest = result < 0 ? NULL : argv + result;
	return result;
}

static void every_form(void **state)
{
	static const char *const same[] = {
		"-f -n 7 -t word -d 2m --even abcd --fallback 9 -o",
		"-fn7 -tword -d2m --even=abcd --fallback=9 -o",
		"-ofn 7 --text word --duration 2m --ev abcd --fall 9",
		"--flag --number=7 --text=word --duration=2m --even abcd --fallback 9 --other",
		"-n 50 -n 7 -f -f -o -t x -t word -d 120 --even ab --even abcd --fallback 1 --fallback 9",
	};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(same); i++) {
		assert_true(parse(same[i], false, NULL) > 0);
		assert_true(to.flag && to.other && !to.late);
		assert_int_equal(to.number, 7);
		assert_int_equal(to.other_number, 9);
		assert_int_equal(to.time_ns, 120000000000);
		assert_string_equal(to.text, "word");
		assert_string_equal(to.parsed, "abcd");
	}
}

/* The first table takes -f and -t; options of the second table with these letters keep only their long names */
static void taken_letters(void **state)
{
	(void)state;
	assert_true(parse("-f -t x", false, NULL) > 0);
	assert_true(to.flag && !to.other_number && !to.late && !strcmp(to.text, "x"));
	assert_true(parse("--fallback 3 --total-of-everything-there-is", false, NULL) > 0);
	assert_true(!to.flag && to.other_number == 3 && to.late && !to.text);
}

static void arguments(void **state)
{
	char **rest;

	(void)state;
	assert_int_equal(parse("a -f b -n 5 c", false, &rest), 4);
	assert_true(to.flag && to.number == 5);
	assert_true(!strcmp(rest[0], "a") && !strcmp(rest[1], "b") && !strcmp(rest[2], "c") && !rest[3]);
	assert_int_equal(parse("-f a -n 5 c", true, &rest), 2); /* a command and its arguments */
	assert_true(to.flag && !to.number && !strcmp(rest[0], "a") && !strcmp(rest[1], "-n"));
	assert_int_equal(parse("-f -- -n 5", false, &rest), 3);
	assert_true(!to.number && !strcmp(rest[0], "-n"));
	assert_int_equal(parse("", false, &rest), 1);
	assert_null(rest[0]);
	assert_int_equal(parse("- -f", false, &rest), 2);
	assert_true(to.flag && !strcmp(rest[0], "-"));
}

static void messages(void **state)
{
	static const struct {
		const char *line, *message;
	} bad[] = {
		{"-x", "unknown option -x; see --help"},
		{"-fx", "unknown option -x; see --help"},
		{"-f -xf", "unknown option -x; see --help"},
		{"--flag -xf", "unknown option -x; see --help"}, /* the word before it is a long option */
		{"--text word -xyz", "unknown option -x; see --help"},
		{"word -x", "unknown option -x; see --help"},
		{"-fe 5", "unknown option -e; bcc's -e is --even here"},
		{"-v", "unknown option -v; bcc's -v is --other here"}, /* of a later table */
		{"-m 5", "unknown option -m (theirs): there is none"},
		{"sh -x -f", "unknown option -x; if sh is a command: -- sh -x"},
		{"-f -o sh -fxf", "unknown option -x; if sh is a command: -- sh -x"},
		{"sh -f -x", "unknown option -x; if sh is a command: -- sh -x"},
		{"-t sh -x", "unknown option -x; see --help"},
		{"sh -t sh -xf", "unknown option -x; if sh is a command: -- sh -x"}, /* the first of both */
		{"no-such-program -x", "unknown option -x; see --help"},
		{"/bin/sh -x", "unknown option -x; see --help"},
		{"--nothing", "unknown option --nothing; see --help"},
		{"--nothing=3", "unknown option --nothing=3; see --help"},
		{"--txet", "unknown option --txet; did you mean --text? see --help"},
		{"--nubmer=3", "unknown option --nubmer; did you mean --number? see --help"},
		{"--t", "option --t is ambiguous: --text, --total-of-everything-there-is"},
		{"--f=1", "option --f is ambiguous: --flag, --fallback"},
		{"-n", "option -n (--number) needs a value; see --help"},
		{"-fn", "option -n (--number) needs a value; see --help"},
		{"--number", "option --number needs a value; see --help"},
		{"--even", "option --even needs a value; see --help"},
		{"--fallback", "option --fallback needs a value; see --help"},
		{"--flag=yes", "option --flag=yes takes no value; see --help"},
		{"--total-of-everything-there-is=1", "option --total-of-everything-there-is=1 takes no value; see --help"},
		{"-n 1", "--number 1: must be a number from 2 to 100"},
		{"-n 101", "--number 101: must be a number from 2 to 100"},
		{"-n 99999999999999999999", "--number 99999999999999999999: must be a number from 2 to 100"},
		{"-n -3", "--number -3: not a number"},
		{"-n +3", "--number +3: not a number"},
		{"-n 3x", "--number 3x: not a number"},
		{"-n 0x10", "--number 0x10: not a number"},
		{"-n ''", "--number : not a number"},
		{"--fallback 18446744073709551616",
		 "--fallback 18446744073709551616: must be a number from 0 to 18446744073709551615"},
		{"-d soon", "--duration soon: not a duration; write 5, 0.5, 10s, 250ms or 2m"},
		{"-d -1", "--duration -1: not a duration; write 5, 0.5, 10s, 250ms or 2m"},
		{"-d 5y", "--duration 5y: not a duration; write 5, 0.5, 10s, 250ms or 2m"},
		{"--even odd", "--even odd: odd"},
	};
	char wanted[200];

	(void)state;
	log_program("tool");
	for (size_t i = 0; i < ELEMENTS(bad); i++) {
		int result;

		capture_begin(2);
		result = parse(bad[i].line, false, NULL);
		snprintf(wanted, sizeof(wanted), "tool: %s\n", bad[i].message);
		assert_string_equal(capture_end(), wanted);
		assert_int_equal(result, -EINVAL);
	}
}

static void numbers(void **state)
{
	uint64_t value = 77;

	(void)state;
	assert_int_equal(parse_number("0", 0, 9, &value), 0);
	assert_int_equal(value, 0);
	assert_int_equal(parse_number("007", 0, 9, &value), 0);
	assert_int_equal(value, 7);
	assert_int_equal(parse_number("18446744073709551615", 0, UINT64_MAX, &value), 0);
	assert_true(value == UINT64_MAX);
	assert_int_equal(parse_number("18446744073709551616", 0, UINT64_MAX, &value), -ERANGE);
	assert_int_equal(parse_number("10", 0, 9, &value), -ERANGE);
	assert_int_equal(parse_number("0", 1, 9, &value), -ERANGE);
	for (const char *const *bad = (const char *const[]){"", " 1", "1 ", "-1", "+1", "1.0", "1e3", "0x1", "a", NULL};
		 *bad; bad++)
		assert_int_equal(parse_number(*bad, 0, UINT64_MAX, &value), -EINVAL);
	assert_true(value == UINT64_MAX); /* a refused text changes nothing */
}

static void durations(void **state)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} good[] = {
		{"5", 5000000000},	  {"0.5", 500000000},			{"10s", 10000000000},
		{"250ms", 250000000}, {"2m", 120000000000},			{"1h", 3600000000000},
		{"1us", 1000},		  {"1.", 1000000000},			{"0.000001", 1000},
		{"1.5ms", 1500000},	  {"8784h", 31622400000000000}, /* 366 days */
	};
	uint64_t ns = 77;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(good); i++) {
		assert_int_equal(parse_duration(good[i].text, &ns), 0);
		assert_int_equal(ns, good[i].ns);
	}
	ns = 77;
	for (const char *const *bad = (const char *const[]){"", ".", ".5", "s", "-1", "+1", " 1", "1 ", "1,5", "1e3",
														"0x1p3", "inf", "nan", "1.2.3", "1d", "1ns", "1S", "1sm", NULL};
		 *bad; bad++)
		assert_int_equal(parse_duration(*bad, &ns), -EINVAL);
	for (const char *const *bad = (const char *const[]){"0", "0s", "0.4us", "8785h", "99999999999999999999", NULL};
		 *bad; bad++)
		assert_int_equal(parse_duration(*bad, &ns), -ERANGE);
	assert_int_equal(ns, 77);
}

static void help(void **state)
{
	const struct opt *none[] = {NULL}, *before[] = {first, NULL};

	(void)state;
	capture_begin(1);
	options_help(stdout, none, first);
	assert_string_equal(capture_end(), "  -f, --flag             a flag\n"
									   "  -n, --number N         a number\n"
									   "  -t, --text TEXT        some text\n"
									   "  -d, --duration TIME    how long\n"
									   "      --even TEXT        an even text\n");
	capture_begin(1);
	options_help(stdout, before, second);
	assert_string_equal(capture_end(), "      --fallback N       its letter is taken; -f is --flag here\n"
									   "  -o, --other            another flag\n"
									   "                         on two lines\n"
									   "      --total-of-everything-there-is\n"
									   "                         taken too, and long; -t is --text here\n");
}

/* A note that the line has no room for gets its own. */
static void help_is_narrow(void **state)
{
	static const struct opt wide[] = {
		OPT_FLAG('f', "wide", &to.late, "its letter is taken and there is no room to say so"),
		OPT_END,
	};
	const struct opt *before[] = {first, NULL};

	(void)state;
	capture_begin(1);
	options_help(stdout, before, wide);
	assert_string_equal(capture_end(), "      --wide             its letter is taken and there is no room to say so\n"
									   "                         -f is --flag here\n");
}

static void names(void **state)
{
	static const struct opt empty[] = {OPT_END};
	const struct opt *none[] = {NULL}, *before[] = {first, NULL};

	(void)state;
	capture_begin(1);
	options_names(stdout, "first", none, first);
	assert_string_equal(capture_end(), "  first    -f, --flag  -n, --number N  -t, --text TEXT  -d, --duration TIME\n"
									   "           --even TEXT\n");
	capture_begin(1);
	options_names(stdout, "second", before, second);
	assert_string_equal(capture_end(), "  second   --fallback N (-f is --flag here)  -o, --other\n"
									   "           --total-of-everything-there-is (-t is --text here)\n");
	capture_begin(1);
	options_names(stdout, "third", none, empty);
	assert_string_equal(capture_end(), "");
}

static int parse_maybe(void *at, const char *text)
{
	*(const char **)at = text ? text : "without";
	return 0;
}

/* An option whose value may be missing: its letter has none, and letters may follow. */
static void optional_values(void **state)
{
	static const struct opt maybe[] = {
		OPT_MAYBE('m', "maybe", "WHAT", &to.parsed, parse_maybe, "perhaps"),
		OPT_FLAG('f', "flag", &to.flag, "a flag"),
		OPT_END,
	};
	static const struct opt *const one[] = {maybe, NULL};
	static const struct {
		const char *word, *value;
		bool flag;
	} forms[] = {
		{"-m", "without", false}, {"-mf", "without", true}, {"--maybe", "without", false}, {"--maybe=x", "x", false}};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(forms); i++) {
		char *argv[] = {(char[]){"tool"}, (char *)forms[i].word, (char[]){"f"}, NULL};

		memset(&to, 0, sizeof(to));
		assert_int_equal(options_parse(one, 3, argv, false), 2);
		assert_string_equal(to.parsed, forms[i].value);
		assert_int_equal(to.flag, forms[i].flag);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_form), cmocka_unit_test(taken_letters),
		cmocka_unit_test(arguments),  cmocka_unit_test(messages),
		cmocka_unit_test(numbers),	  cmocka_unit_test(durations),
		cmocka_unit_test(help),		  cmocka_unit_test(help_is_narrow),
		cmocka_unit_test(names),	  cmocka_unit_test(optional_values),
	};

	return RUN(tests);
}
