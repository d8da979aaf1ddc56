// SPDX-License-Identifier: GPL-2.0-or-later
/* ktally merge: recordings of several hosts, or of several runs, as one. */
#include "merge.h"

#include "base/log.h"
#include "base/output.h"
#include "session/options.h"
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool help, apart;
static const char *output;

struct named {
	char host[MERGE_HOST];
	const char *path;
};
static struct named named[MERGE_INPUTS];
static size_t nnamed;

/* NAME=FILE: of a name without '=' */
static int parse_host(void *unused, const char *text)
{
	size_t n = strcspn(text, "=");
	struct named *to = &named[nnamed];

	(void)unused;
	if (!n || !text[n] || !text[n + 1])
		return fail(-1, "--host %s: must be NAME=FILE", text);
	if (n >= MERGE_HOST || strcspn(text, "\t\n") < n)
		return fail(-1, "--host %s: a name has at most %d characters, and no tab", text, MERGE_HOST - 1);
	if (nnamed == MERGE_INPUTS)
		return fail(-1, "--host: more than %d recordings", MERGE_INPUTS);
	snprintf(to->host, sizeof(to->host), "%.*s", (int)n, text);
	to->path = text + n + 1;
	nnamed++;
	return 0;
}

const struct opt merge_options[] = {
	OPT_TEXT('o', "output", "FILE", &output, "the new recording; -: a stream to standard output"),
	OPT_PARSED(0, "host", "NAME=FILE", NULL, parse_host,
			   "a recording, and the name of its host in place of the recorded one"),
	OPT_FLAG(0, "by-host", &apart, "keep totals of each host apart; without it they add up"),
	OPT_FLAG('h', "help", &help, "this help"),
	OPT_END,
};

static void print_help(void)
{
	const struct opt *none[] = {NULL};

	printf("Usage: ktally merge -o ALL.dat FILE...     (FILE.dat of --record)\n\nOptions:\n");
	options_help(stdout, none, merge_options);
	printf("\nThe result is a recording: ktally report --by host ALL.dat. The manual: man ktally-merge\n");
}

/* ---- inputs ---- */

static int read_host(struct merge_input *in)
{
	const char *host = dat_meta(in->l.dat, "host");

	if (!*in->host)
		snprintf(in->host, sizeof(in->host), "%s", host && *host ? host : in->path);
	return 0;
}

static int ignore(void *unused, const void *row, uint64_t time_ns)
{
	(void)unused, (void)row, (void)time_ns;
	return 0;
}

/* The first reading tells how its clocks ran, and whether it can be read at all. */
static int open_input(struct merge_input *in)
{
	int status;

	if (!strcmp(in->path, "-"))
		return fail(EXIT_USAGE, "-: a stream cannot be read twice; keep it in a file first");
	status = load_open(&in->l, in->path);
	if (!status && load_each(&in->l, ignore, NULL))
		status = EXIT_FAILED;
	in->first = in->l.clock;
	in->last = in->l.last_clock;
	in->began_ns = in->l.began_ns ? in->l.began_ns : in->first.at_ns;
	load_close(&in->l);
	in->l = (struct loaded){0};
	if (!status)
		status = load_open(&in->l, in->path);
	return status ? status : read_host(in);
}

static int open_inputs(struct merge *m, int argc, char **paths)
{
	int status = 0;

	m->inputs = calloc(nnamed + (size_t)argc, sizeof(*m->inputs));
	if (!m->inputs)
		return fail(EXIT_FAILED, "out of memory");
	for (size_t i = 0; i < nnamed; i++) {
		m->inputs[m->n].path = named[i].path;
		memcpy(m->inputs[m->n++].host, named[i].host, MERGE_HOST);
	}
	for (int i = 0; i < argc; i++)
		m->inputs[m->n++].path = paths[i];
	for (size_t i = 0; i < m->n && !status; i++)
		status = open_input(&m->inputs[i]);
	return status;
}

/* ---- what was done ---- */

static void tell(const struct merge *m, const struct merge_input *in)
{
	double offset = (double)(int64_t)(merge_time(m, in, in->first.at_ns) - in->first.at_ns) / 1e9;
	double drift = (double)(int64_t)(in->last.offset - in->first.offset) / 1e6;

	warn("%s: host %s, %" PRIu64 " rows, clock %+.6f s, its wall clock drifted by %+.3f ms%s", in->path, in->host,
		 in->l.rows, offset, drift,
		 in->l.lost	   ? ", and data was lost"
		 : in->l.ended ? ""
					   : "; it was not ended");
}

static int merge(struct merge *m)
{
	int status = merge_check(m);

	if (!status && merge_schema(m))
		status = fail(EXIT_FAILED, "out of memory");
	if (!status)
		status = merge_write(m, output);
	for (size_t i = 0; i < m->n && !status; i++)
		tell(m, &m->inputs[i]);
	return status;
}

static int merge_files(int argc, char **paths)
{
	struct merge m = {.apart = apart};
	int status = open_inputs(&m, argc, paths);

	if (!status)
		status = merge(&m);
	for (size_t i = 0; i < m.n; i++)
		load_close(&m.inputs[i].l);
	free(m.inputs);
	free(m.fields);
	return status;
}

int merge_main(int argc, char **argv)
{
	const struct opt *tables[] = {merge_options, NULL};
	int first;

	log_program("merge");
	first = options_parse(tables, argc, argv, false);
	if (first < 0)
		return EXIT_USAGE;
	if (help) {
		print_help();
		return EXIT_DONE;
	}
	if (!output)
		return fail(EXIT_USAGE, "no output given; as in: ktally merge -o ALL.dat A.dat B.dat");
	if (!nnamed && first == argc)
		return fail(EXIT_USAGE, "no recording given; as in: ktally merge -o ALL.dat A.dat B.dat");
	if (nnamed + (size_t)(argc - first) > MERGE_INPUTS)
		return fail(EXIT_USAGE, "more than %d recordings", MERGE_INPUTS);
	return merge_files(argc - first, argv + first);
}
