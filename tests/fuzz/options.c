// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Command lines of every tool, and the number and duration parsers.
 *
 * Input: the tool's number, then its arguments, a line each.
 */
#include "base/numbers.h"
#include "fuzz.h"

#include <string.h>

#define ARGS 30

static void parsers(const char *text)
{
	uint64_t value = 7;
	int err = parse_number(text, 10, 1000, &value);

	MUST(err ? value == 7 : value >= 10 && value <= 1000);
	value = 7;
	err = parse_duration(text, &value);
	MUST(err ? value == 7 : value >= 1000 && value <= 1000000000ULL * 86400 * 366);
}

static void parse(const struct tool *tool, int argc, char **argv)
{
	static const struct opt none[] = {OPT_END};
	const struct opt *tables[] = {tool->options ? tool->options : none, settings_options(tool->takes), NULL};
	int first = options_parse(tables, argc, argv, tool->max_args < 0);

	MUST(first == -22 || (first > 0 && first <= argc));
	if (first > 0 && !settings_check())
		settings_interval(argc - first, argv + first);
	MUST(settings.npids <= FILTER_PIDS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	unsigned number = (unsigned)input_number(&in, 1), n = 0;
	char *text = input_text(&in, in.left), *argv[ARGS + 2] = {(char[]){"tool"}}, *save = NULL;
	int argc = 1;

	while (tools[n])
		n++;
	for (char *one = strtok_r(text, "\n", &save); one && argc <= ARGS; one = strtok_r(NULL, "\n", &save)) {
		parsers(one);
		argv[argc++] = one;
	}
	memset(&settings, 0, sizeof(settings));
	if (n)
		parse(tools[number % n], argc, argv);
	free(text);
	return 0;
}
