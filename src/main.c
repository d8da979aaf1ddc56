// SPDX-License-Identifier: GPL-2.0-or-later
/* ktally TOOL ..., or a link named after the tool. */
#include "base/escape.h"
#include "base/log.h"
#include "base/near.h"
#include "base/output.h"
#include "doctor/doctor.h"
#include "report/report.h"
#include "run/run.h"
#include "run/usage.h"
#include "run/values.h"
#include "serve/serve.h"
#include "session/tool.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Prints a recording as lines; format: the option that chooses which; -1: no such tool */
static int print_lines(const char *name, const char *format, const char *file)
{
	const struct tool *tool = tool_find(name);
	char quiet[] = "-q", replay[] = "--replay";
	char *words[] = {(char *)name, (char *)format, quiet, replay, (char *)file, NULL};

	return tool && !tool->main ? run_tool(tool, 5, words) : -1;
}

static int export_command(int argc, char **argv)
{
	return export_main(argc, argv, print_lines);
}

/* The words that a tool's name may be replaced by, in order */
static const struct command {
	const char *name, *summary;
	int (*main)(int argc, char **argv); /* NULL: a word of ktally itself, without options */
	const struct opt *options;
} commands[] = {
	{"diff", "What has changed between two recordings.", diff_main, diff_options},
	{"doctor", "What works on this machine, and why not the rest.", doctor_main, doctor_options},
	{"export", "A recording in the formats of other programs.", export_command, export_options},
	{"flame", "A flame graph of folded stacks.", flame_main, flame_options},
	{"help", "The tools, or the help of one.", NULL, NULL},
	{"list", "The tools, or the words that an option takes.", NULL, NULL},
	{"merge", "Several recordings as one.", merge_main, merge_options},
	{"report", "What a recording holds, grouped and sorted.", report_main, report_options},
	{"serve", "Metrics of this machine for Prometheus.", serve_main, serve_options},
	{"version", "The version.", NULL, NULL},
};
#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static const struct command *command_find(const char *word)
{
	for (size_t i = 0; i < COMMANDS; i++)
		if (!strcmp(word, commands[i].name))
			return &commands[i];
	return NULL;
}

static void print_overview(void)
{
	printf("ktally traces a running Linux, and counts inside the kernel. To begin with:\n\n"
		   "  ktally doctor             what works here, and why not the rest\n"
		   "  ktally execsnoop          each program that starts, until Ctrl-C\n"
		   "  ktally iolatency 1 5      how long disks take: five reports, one a second\n\n"
		   "Usage: ktally TOOL [OPTIONS] ...     (ktally help TOOL; man ktally-TOOL)\n\nTools:\n");
	for (int i = 0; tools[i]; i++)
		printf("  %-15s %s\n", tools[i]->name, tools[i]->summary);
}

/* Keeps descriptors 0 to 2 taken, so that no later open() becomes stdout. Read-only, so that writes fail. */
static void fill_standard_streams(void)
{
	int fd = open("/dev/null", O_RDONLY);

	while (fd >= 0 && fd <= STDERR_FILENO)
		fd = open("/dev/null", O_RDONLY);
	close(fd);
}

/* A set-ID ktally would show everybody's names, files and signals to all who may run it. Capabilities and groups
 * must decide that. */
static bool set_id(void)
{
	return geteuid() != getuid() || getegid() != getgid();
}

static const char *nearest_command(struct nearest *near, const char *word)
{
	nearest_begin(near, word);
	for (int i = 0; tools[i]; i++)
		nearest_offer(near, tools[i]->name);
	for (size_t i = 0; i < COMMANDS; i++)
		nearest_offer(near, commands[i].name);
	return nearest_name(near);
}

static int refuse(const char *word)
{
	struct nearest near;
	const char *name;

	if (word[0] == '-')
		return fail(EXIT_USAGE, "unknown option %s; options of a tool follow its name; ktally --help lists the tools",
					word);
	name = nearest_command(&near, word);
	if (name)
		return fail(EXIT_USAGE, "no tool %s; did you mean %s? ktally --help lists them", word, name);
	return fail(EXIT_USAGE, "no tool %s; ktally --help lists them", word);
}

static bool is_one_of(const char *word, const char *const *words)
{
	for (; *words; words++)
		if (!strcmp(word, *words))
			return true;
	return false;
}

/* A tool, or a command with options of its own; -1 if this is neither */
static int run_named(int argc, char **argv)
{
	const struct tool *tool = tool_find(argv[0]);
	const struct command *command = command_find(argv[0]);

	if (tool)
		return tool->main ? tool->main(argc, argv) : run_tool(tool, argc, argv);
	return command && command->main ? command->main(argc, argv) : -1;
}

/* help TOOL [all] is TOOL --help [all] */
static int help(int argc, char **argv)
{
	char option[] = "--help", *words[] = {argc ? argv[0] : NULL, option, argc > 1 ? argv[1] : NULL, NULL};
	int status = argc ? run_named(argc > 1 ? 3 : 2, words) : -1;

	if (status >= 0)
		return status;
	if (argc && argv[0][0] != '-' && !command_find(argv[0]))
		return refuse(argv[0]);
	print_overview();
	return EXIT_DONE;
}

/* For the completion of shells: every first word, and what it is for */
static void list_commands(void)
{
	for (int i = 0; tools[i]; i++)
		printf("%s\t%s\n", tools[i]->name, tools[i]->summary);
	for (size_t i = 0; i < COMMANDS; i++)
		printf("%s\t%s\n", commands[i].name, commands[i].summary);
}

static int list_options(const char *name)
{
	const struct tool *tool = name ? tool_find(name) : NULL;
	const struct command *command = name ? command_find(name) : NULL;
	const struct opt *none[] = {NULL};

	if (!tool && !command)
		return fail(EXIT_USAGE, "list OPTIONS%s%s: name a tool or a command; ktally list COMMANDS has them",
					name ? " " : "", name ? name : "");
	if (tool)
		usage_lines(tool);
	else if (command->options)
		options_lines(stdout, none, command->options);
	return EXIT_DONE;
}

static int list(const char *placeholder, const char *name)
{
	if (!placeholder)
		print_overview();
	else if (!strcmp(placeholder, "COMMANDS"))
		list_commands();
	else if (!strcmp(placeholder, "OPTIONS"))
		return list_options(name);
	else if (!values_print(placeholder))
		return fail(EXIT_USAGE, "list %s: must be COMMANDS, ERRNO, FLAG, OPTIONS, SIGNAL or TYPE, or nothing",
					placeholder);
	return EXIT_DONE;
}

static int command(int argc, char **argv)
{
	static const char *const helps[] = {"help", "-h", "--help", NULL};
	static const char *const versions[] = {"version", "-v", "-V", "--version", NULL};
	int status = run_named(argc, argv);

	if (status >= 0)
		return status;
	if (is_one_of(argv[0], helps))
		return help(argc - 1, argv + 1);
	if (is_one_of(argv[0], versions))
		printf("ktally %s\n", KTALLY_VERSION);
	else if (!strcmp(argv[0], "list"))
		return list(argv[1], argc > 2 ? argv[2] : NULL);
	else
		return refuse(argv[0]);
	return EXIT_DONE;
}

/* A link that is named almost as a tool. ktally itself may have other names: ktally-static, kt. */
static const char *misspelt_link(struct nearest *near, const char *name, int argc, char **argv)
{
	if (!strncmp(name, "ktally", 6) || (argc > 1 && (tool_find(argv[1]) || command_find(argv[1]))))
		return NULL;
	return nearest_command(near, name);
}

static int dispatch(int argc, char **argv)
{
	char *slash = argc ? strrchr(argv[0], '/') : NULL, *name = slash ? slash + 1 : argc ? argv[0] : (char[]){"ktally"};
	struct nearest near;

	if (set_id())
		return fail(EXIT_CANNOT_TRACE,
					"never set-user-ID: chmod ug-s it, and give capabilities instead, see ktally(8)");
	if (tool_find(name)) {
		argv[0] = name;
		return run_named(argc, argv);
	}
	if (misspelt_link(&near, name, argc, argv))
		return refuse(name);
	if (argc < 2) {
		print_overview();
		return EXIT_USAGE;
	}
	return command(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	fill_standard_streams();
	setlocale(LC_CTYPE, "");
	if (strcmp(nl_langinfo(CODESET), "UTF-8"))
		escape_ascii(true, isatty(STDOUT_FILENO));
	return output_open() ? EXIT_FAILED : output_close(dispatch(argc, argv));
}
