// SPDX-License-Identifier: GPL-2.0-or-later
/* ktally TOOL ..., or a link named after the tool. */
#include "base/escape.h"
#include "base/log.h"
#include "base/output.h"
#include "doctor/doctor.h"
#include "run/run.h"
#include "session/tool.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_tools(void)
{
	printf("Usage: ktally TOOL [OPTIONS] ...     (ktally TOOL --help)\n"
		   "       ktally doctor [--json]    what works here, and why not the rest\n"
		   "       ktally --version\n\nTools:\n");
	for (int i = 0; tools[i]; i++)
		printf("  %-15s %s\n", tools[i]->name, tools[i]->summary);
}

static const struct tool *tool_find(const char *name)
{
	for (int i = 0; tools[i]; i++)
		if (!strcmp(tools[i]->name, name))
			return tools[i];
	return NULL;
}

static int run(const struct tool *tool, int argc, char **argv)
{
	return tool->main ? tool->main(argc, argv) : run_tool(tool, argc, argv);
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

static int dispatch(int argc, char **argv)
{
	const char *slash = argc ? strrchr(argv[0], '/') : NULL;
	const struct tool *tool = argc ? tool_find(slash ? slash + 1 : argv[0]) : NULL;

	if (set_id())
		return fail(EXIT_CANNOT_TRACE,
					"never set-user-ID: chmod ug-s it, and give capabilities instead, see ktally(8)");
	if (tool)
		return run(tool, argc, argv);
	if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "list")) {
		print_tools();
		return argc < 2 ? EXIT_USAGE : EXIT_DONE;
	}
	if (!strcmp(argv[1], "--version")) {
		printf("ktally %s\n", KTALLY_VERSION);
		return EXIT_DONE;
	}
	if (!strcmp(argv[1], "doctor"))
		return doctor_main(argc - 1, argv + 1);
	tool = tool_find(argv[1]);
	if (!tool)
		return fail(EXIT_USAGE, "no tool %s; ktally --help lists them", argv[1]);
	return run(tool, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	fill_standard_streams();
	setlocale(LC_CTYPE, "");
	if (strcmp(nl_langinfo(CODESET), "UTF-8"))
		escape_ascii(true, isatty(STDOUT_FILENO));
	return output_open() ? EXIT_FAILED : output_close(dispatch(argc, argv));
}
