// SPDX-License-Identifier: GPL-2.0-or-later
#include "usage.h"

#include "base/escape.h"
#include "base/log.h"
#include "base/output.h"
#include "session/tool.h"
#include "sys/cgroups.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned takes_of(const struct tool *t)
{
	return t->takes | TAKES_RECORD | (t->bpf ? TAKES_PROGRAMS : 0) | (t->boot ? TAKES_BOOT : 0);
}

#define SCREEN 40 /* lines of the short help */

static void print_usage(FILE *out, const struct tool *t)
{
	fprintf(out, "Usage: %s [OPTIONS]%s%s%s\n", t->name, t->takes & TAKES_INTERVAL ? " [interval [count]]" : "",
			t->arguments ? " " : "", t->arguments ? t->arguments : "");
	if (t->takes & TAKES_COMMAND)
		fprintf(out, "       %s [OPTIONS] ... -- COMMAND [ARGUMENT...]\n", t->name);
}

static void print_long_help(const struct tool *t, const struct opt *const *tables)
{
	const struct opt *none[] = {NULL}, *own[] = {tables[0], NULL};

	print_usage(stdout, t);
	printf("\n%s\n\nOptions:\n", t->summary);
	options_help(stdout, none, tables[0]);
	printf("\nShared options:\n");
	options_help(stdout, own, tables[1]);
	if (t->examples)
		printf("\nExamples:\n%s", t->examples);
	printf("\nThe manual: man ktally-%s\n", t->name);
}

#define OWN_OPTIONS 64 /* more are in no help */

static void choose(struct opt to[OWN_OPTIONS + 1], const struct opt *own, bool rare)
{
	size_t n = 0;

	for (; own->type != OPT_TYPE_END; own++)
		if (own->rare == rare && n < OWN_OPTIONS)
			to[n++] = *own;
	to[n] = *own;
}

static void print_own_options(FILE *out, const struct opt *own)
{
	const struct opt *none[] = {NULL};
	struct opt some[OWN_OPTIONS + 1];

	fprintf(out, "\nOptions:\n");
	choose(some, own, false);
	options_help(out, none, some);
	choose(some, own, true);
	options_names(out, "rarely", none, some);
}

static void print_short_options(FILE *out, const struct tool *t, const struct opt *own)
{
	static const char *const headings[SETTINGS_GROUPS] = {"only", "also", "rarely"};
	const struct opt *before[] = {own, NULL};

	if (own->type != OPT_TYPE_END)
		print_own_options(out, own);
	fprintf(out, "\nShared options:\n");
	for (enum settings_group group = 0; group < SETTINGS_GROUPS; group++)
		options_names(out, headings[group], before, settings_group(takes_of(t), group));
	fprintf(out, "%s --help all explains them, man ktally-%s everything\n", t->name, t->name);
}

static int lines_of(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* The examples come first, as many as a screen has room for. */
static void print_examples(const char *examples, int room)
{
	printf("\nExamples:\n");
	for (; *examples && room > 0; room--) {
		size_t n = strcspn(examples, "\n") + 1;

		printf("%.*s", (int)n, examples);
		examples += n;
	}
}

static void print_short_help(const struct tool *t, const struct opt *own)
{
	char *rest = NULL;
	size_t size;
	FILE *out = open_memstream(&rest, &size);

	if (!out)
		return;
	print_short_options(out, t, own);
	fclose(out);
	print_usage(stdout, t);
	printf("%s\n", t->summary);
	if (t->examples)
		print_examples(t->examples, SCREEN - lines_of(rest) - (t->takes & TAKES_COMMAND ? 5 : 4));
	printf("%s", rest);
	free(rest);
}

static void print_help(const struct tool *t, const struct opt *const *tables, bool all)
{
	if (all)
		print_long_help(t, tables);
	else
		print_short_help(t, tables[0]);
}

static const struct opt *own_options(const struct tool *t)
{
	static const struct opt no_options[] = {OPT_END};

	return t->options ? t->options : no_options;
}

void usage_lines(const struct tool *t)
{
	const struct opt *own[] = {own_options(t), NULL}, *none[] = {NULL};

	options_lines(stdout, none, own[0]);
	if (!t->main)
		options_lines(stdout, own, settings_options(takes_of(t)));
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

/* In bcc -c is of a name, or takes no value at all: dd is no cgroup. Other errors are those of whoever uses it. */
static int check_cgroup(const struct opt *own)
{
	const struct opt *other = options_elsewhere(own, 'c');
	const char *path = settings.cgroup;
	int fd = path ? cgroup_open(path) : 0;
	bool is_path = path && strchr(path, '/');

	if (path && fd >= 0)
		close(fd);
	if (fd != -ENOENT && (fd != -ENODEV || is_path))
		return 0;
	if (other && other->name)
		return fail(-ENOENT, "--cgroup %s: no such cgroup; bcc's -c is --%s here", path, other->name);
	if (is_path)
		return fail(-ENOENT, "--cgroup %s: no such cgroup", path);
	return fail(-ENOENT, "--cgroup %s: no such cgroup; processes of that name are --comm %s", path, path);
}

int usage_parse(struct session *s, int argc, char **argv)
{
	const struct opt *tables[] = {own_options(s->tool), settings_options(takes_of(s->tool)), NULL};
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
	else if (settings.record && !strcmp(settings.record, "-")) /* the stream has it */
		output_to("/dev/null");
	if (settings.ascii)
		escape_ascii(true, isatty(STDOUT_FILENO));
	if (settings.help) {
		print_help(s->tool, tables, settings.help_all || (first < argc && !strcmp(argv[first], "all")));
		return EXIT_DONE;
	}
	if (settings.version) {
		printf("%s (ktally) %s\n", s->tool->name, KTALLY_VERSION);
		return EXIT_DONE;
	}
	if (settings_check() || check_cgroup(tables[0]) || parse_arguments(s, argc - first, argv + first))
		return EXIT_USAGE;
	return -1;
}
