// SPDX-License-Identifier: GPL-2.0-or-later
/* ktally export: a recording in the format of another program. */
#include "base/log.h"
#include "session/options.h"
#include "chrome.h"
#include "ctf.h"
#include "folded.h"
#include "load.h"
#include "perf.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

static bool help, chrome, folded, jsonl, strace;
static const char *ctf, *perf;
const struct opt export_options[] = {
	OPT_FLAG(0, "chrome", &chrome, "trace events in JSON: Perfetto, chrome://tracing, speedscope"),
	OPT_TEXT(0, "ctf", "DIR", &ctf, "a new folder in the Common Trace Format: babeltrace2, Trace Compass"),
	OPT_FLAG(0, "folded", &folded, "a line for each stack and how often it came: flame graphs"),
	OPT_FLAG(0, "jsonl", &jsonl, "JSON lines, as --json of the tool"),
	OPT_TEXT(0, "perf", "FILE", &perf, "a new perf.data: perf script, perf report, perf trace -i"),
	OPT_FLAG(0, "strace", &strace, "of trace: lines as strace -f -ttt -T prints them"),
	OPT_FLAG('h', "help", &help, "this help"),
	OPT_END,
};

static void print_help(void)
{
	const struct opt *none[] = {NULL};

	printf("Usage: ktally export --FORMAT FILE     (FILE.dat of --record; -: a stream)\n\nFormats:\n");
	options_help(stdout, none, export_options);
	printf("\nIt writes to standard output, unless the format names what to make. The manual: man ktally-export\n");
}

static int export_rows(const char *path)
{
	struct loaded l = {0};
	int status = load_open(&l, path);

	if (!status)
		status = ctf	  ? ctf_export(&l, ctf)
				 : perf	  ? perf_export(&l, perf)
				 : chrome ? chrome_export(&l)
						  : folded_export(&l);
	load_close(&l);
	return status;
}

/* By the tool that recorded: it prints kernel events too. */
static int export_lines(const char *path, export_run run)
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
	if (strace && strcmp(tool, "trace"))
		return fail(EXIT_USAGE, "--strace: %s has rows of %.40s, not of trace", path, tool);
	status = run(tool, strace ? "--format=strace" : "--json", path);
	return status < 0 ? fail(EXIT_USAGE, "%s is of a tool that is not here", path) : status;
}

int export_main(int argc, char **argv, export_run run)
{
	const struct opt *tables[] = {export_options, NULL};
	int first;

	log_program("export");
	first = options_parse(tables, argc, argv, false);
	if (first < 0)
		return EXIT_USAGE;
	if (help) {
		print_help();
		return EXIT_DONE;
	}
	if (chrome + !!ctf + folded + jsonl + !!perf + strace != 1)
		return fail(EXIT_USAGE,
					"one format must be given: --chrome, --ctf DIR, --folded, --jsonl, --perf FILE or --strace");
	if (argc - first != 1)
		return fail(EXIT_USAGE, "one recording is exported; as in: ktally export --chrome FILE.dat");
	return jsonl || strace ? export_lines(argv[first], run) : export_rows(argv[first]);
}
