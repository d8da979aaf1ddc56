// SPDX-License-Identifier: GPL-2.0-or-later
/* ktally export: a recording in the format of another program. */
#include "base/log.h"
#include "session/options.h"
#include "chrome.h"
#include "folded.h"
#include "load.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

static bool help, chrome, folded, jsonl;
static const struct opt options[] = {
	OPT_FLAG(0, "chrome", &chrome, "trace events in JSON: Perfetto, chrome://tracing, speedscope"),
	OPT_FLAG(0, "folded", &folded, "a line for each stack and how often it came: flame graphs"),
	OPT_FLAG(0, "jsonl", &jsonl, "JSON lines, as --json of the tool"),
	OPT_FLAG('h', "help", &help, "this help"),
	OPT_END,
};

static void print_help(void)
{
	const struct opt *none[] = {NULL};

	printf("Usage: ktally export --FORMAT FILE     (FILE.dat of --record; -: a stream)\n\nFormats:\n");
	options_help(stdout, none, options);
	printf("\nIt writes to standard output. The manual: man ktally-export\n");
}

static int export_rows(const char *path)
{
	struct loaded l = {0};
	int status = load_open(&l, path);

	if (!status)
		status = chrome ? chrome_export(&l) : folded_export(&l);
	load_close(&l);
	return status;
}

/* By the tool that recorded: it prints kernel events too. */
static int export_lines(const char *path, int (*run)(const char *tool, const char *file))
{
	struct why why;
	struct dat *dat = dat_open(path, &why);
	char tool[64] = "";
	int status;

	if (!dat)
		return fail(EXIT_FAILED, "%s", why.text);
	if (dat_meta(dat, "tool"))
		snprintf(tool, sizeof(tool), "%s", dat_meta(dat, "tool"));
	dat_free(dat);
	if (!*tool)
		return fail(EXIT_USAGE, "%s does not say which tool made it: ktally TOOL -j --replay %s", path, path);
	status = run(tool, path);
	return status < 0 ? fail(EXIT_USAGE, "%s is of a tool that is not here", path) : status;
}

int export_main(int argc, char **argv, int (*run)(const char *tool, const char *file))
{
	const struct opt *tables[] = {options, NULL};
	int first;

	log_program("export");
	first = options_parse(tables, argc, argv, false);
	if (first < 0)
		return EXIT_USAGE;
	if (help) {
		print_help();
		return EXIT_DONE;
	}
	if (chrome + folded + jsonl != 1)
		return fail(EXIT_USAGE, "one format must be given: --chrome, --folded or --jsonl");
	if (argc - first != 1)
		return fail(EXIT_USAGE, "one recording is exported; as in: ktally export --chrome FILE.dat");
	return jsonl ? export_lines(argv[first], run) : export_rows(argv[first]);
}
