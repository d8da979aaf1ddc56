// SPDX-License-Identifier: GPL-2.0-or-later
#include "usage.h"

#include "base/escape.h"
#include "base/log.h"
#include "base/output.h"
#include "session/tool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_help(const struct tool *t, const struct opt *const *tables)
{
	const struct opt *none[] = {NULL}, *own[] = {tables[0], NULL};

	printf("Usage: %s [OPTIONS]%s%s%s\n", t->name, t->takes & TAKES_INTERVAL ? " [interval [count]]" : "",
		   t->arguments ? " " : "", t->arguments ? t->arguments : "");
	if (t->takes & TAKES_COMMAND)
		printf("       %s [OPTIONS] ... -- COMMAND [ARGUMENT...]\n", t->name);
	printf("\n%s\n\nOptions:\n", t->summary);
	options_help(stdout, none, tables[0]);
	printf("\nShared options:\n");
	options_help(stdout, own, tables[1]);
	if (t->examples)
		printf("\nExamples:\n%s", t->examples);
}

/* Cuts off the command after "--". Returns the new argc. */
static int split_command(struct session *s, int argc, char **argv)
{
	if (!(s->tool->takes & TAKES_COMMAND))
		return argc;
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--")) {
			s->command = argv + i + 1;
			argv[i] = NULL;
			return i;
		}
	return argc;
}

static int parse_arguments(struct session *s, int argc, char **argv)
{
	const struct tool *t = s->tool;

	if (t->takes & TAKES_INTERVAL) {
		settings.interval_ns = t->interval_ns;
		return settings_interval(argc, argv);
	}
	if (t->max_args >= 0 && argc > t->max_args)
		return fail(-EINVAL, "unexpected argument %s; see --help", argv[t->max_args]);
	s->argc = argc;
	s->argv = argv;
	return 0;
}

int usage_parse(struct session *s, int argc, char **argv)
{
	static const struct opt no_options[] = {OPT_END};
	const struct opt *tables[] = {s->tool->options ? s->tool->options : no_options,
								  settings_options(s->tool->takes | (s->tool->bpf ? TAKES_PROGRAMS : 0)), NULL};
	int first;

	argc = split_command(s, argc, argv);
	if (s->command && !s->command[0])
		return fail(EXIT_USAGE, "no command after --");
	first = options_parse(tables, argc, argv, s->tool->max_args < 0);
	if (first < 0)
		return EXIT_USAGE;
	log_debugging(settings.debug);
	if (settings.output)
		output_to(settings.output);
	if (settings.ascii)
		escape_ascii(true, isatty(STDOUT_FILENO));
	if (settings.help) {
		print_help(s->tool, tables);
		return EXIT_DONE;
	}
	if (settings.version) {
		printf("%s (ktally) %s\n", s->tool->name, KTALLY_VERSION);
		return EXIT_DONE;
	}
	if (settings_check() || parse_arguments(s, argc - first, argv + first))
		return EXIT_USAGE;
	return -1;
}
