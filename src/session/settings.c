// SPDX-License-Identifier: GPL-2.0-or-later
#include "settings.h"

#include "base/log.h"
#include "base/numbers.h"
#include "boot_config.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULTS                                  \
	{                                             \
		.limit = 1000000, .stacks.min_share = -1, \
	}
struct settings settings = DEFAULTS;

void settings_reset(void)
{
	settings = (struct settings)DEFAULTS;
}

static int parse_pids(void *to, const char *text)
{
	struct settings *s = to;
	char copy[256], *save = NULL;

	if (snprintf(copy, sizeof(copy), "%s", text) >= (int)sizeof(copy))
		return fail(-E2BIG, "--pid: at most %d process ids", FILTER_PIDS);
	for (char *one = strtok_r(copy, ",", &save); one; one = strtok_r(NULL, ",", &save)) {
		uint64_t pid;

		if (parse_number(one, 1, 1 << 22, &pid))
			return fail(-EINVAL, "--pid %s: not a process id", one);
		if (s->npids == FILTER_PIDS)
			return fail(-E2BIG, "--pid: at most %d process ids", FILTER_PIDS);
		s->pids[s->npids++] = (uint32_t)pid;
	}
	return s->npids ? 0 : fail(-EINVAL, "--pid: no process id given");
}

static int parse_uid(void *to, const char *text)
{
	struct settings *s = to;
	struct passwd *user;

	s->has_uid = true;
	if (!parse_number(text, 0, UINT32_MAX - 1, &s->uid))
		return 0;
	user = getpwnam(text);
	if (!user)
		return fail(-EINVAL, "--uid %s: no such user", text);
	s->uid = user->pw_uid;
	return 0;
}

static int parse_backend(void *to, const char *text)
{
	static const char *const names[] = {"auto", "bpf", "ftrace", "perf"};

	for (int i = 0; i < 4; i++)
		if (!strcmp(text, names[i])) {
			*(enum backend *)to = (enum backend)i;
			return 0;
		}
	return fail(-EINVAL, "--backend %s: must be auto, bpf, ftrace or perf", text);
}

static int parse_color(void *to, const char *text)
{
	if (strcmp(text, "auto") && strcmp(text, "always") && strcmp(text, "never"))
		return fail(-EINVAL, "--color %s: must be auto, always or never", text);
	*(const char **)to = text;
	return 0;
}

bool settings_comm_is_list(const char *text)
{
	return strpbrk(text, ",*?[");
}

int settings_comm(const char *text)
{
	if (strlen(text) > FILTER_NAMES)
		return fail(-E2BIG, "--comm %s: a list of names has at most %d bytes", text, FILTER_NAMES);
	for (const char *one = text; one; one = strchr(one, ',') ? strchr(one, ',') + 1 : NULL) {
		size_t length = strcspn(one, ",");

		if (!length || (length >= TASK_COMM && length == strcspn(one, ",*?[")))
			return fail(-EINVAL, "--comm %s: a process name has 1 to %d bytes", text, TASK_COMM - 1);
	}
	settings.comm = text;
	return 0;
}

static int parse_comm(void *to, const char *text)
{
	(void)to;
	return settings_comm(text);
}

static int parse_output(void *to, const char *text)
{
	if (!*text)
		return fail(-EINVAL, "--output: the name of the file is empty");
	*(const char **)to = text;
	return 0;
}

static int parse_svg(void *to, const char *text)
{
	if (!*text || !strcmp(text, "-"))
		return fail(-EINVAL, "--svg needs the name of a file; standard output has the report");
	*(const char **)to = text;
	return 0;
}

static int parse_flame(void *to, const char *text)
{
	if (!*text || !strcmp(text, "-"))
		return fail(-EINVAL, "--flame needs the name of a file; standard output has the report");
	*(const char **)to = text;
	return 0;
}

/* Less than a second would be more than a browser can show. */
static int parse_live(void *to, const char *text)
{
	uint64_t *ns = to;

	*ns = 5000000000;
	if (text && (parse_duration(text, ns) || *ns < 1000000000))
		return fail(-EINVAL, "--live=%s: not a time of at least a second", text);
	return 0;
}

static int parse_timeline(void *to, const char *text)
{
	if (!*text || !strcmp(text, "-"))
		return fail(-EINVAL, "--timeline needs the name of a file; standard output has the rows");
	*(const char **)to = text;
	return 0;
}

static bool is_percentage(const char *text, double *value)
{
	char *end;

	*value = strtod(text, &end);
	return *text && !*end && strspn(text, "0123456789.") == strlen(text) && *value >= 0 && *value <= 100;
}

static int parse_percent(void *to, const char *text)
{
	double value;

	if (!is_percentage(text, &value) || value <= 0)
		return fail(-EINVAL, "--max-overhead %s: must be a percentage above 0 and up to 100", text);
	*(double *)to = value;
	return 0;
}

static int parse_share(void *to, const char *text)
{
	if (!is_percentage(text, to))
		return fail(-EINVAL, "--min-share %s: must be a percentage from 0 to 100", text);
	return 0;
}

static int parse_help(void *to, const char *text)
{
	struct settings *s = to;

	s->help = true;
	s->help_all = text != NULL;
	return text && strcmp(text, "all") ? fail(-EINVAL, "--help=%s: must be all", text) : 0;
}

/* LOW..HIGH: of which unit is not known yet (settings_check_range()) */
static int parse_range(void *to, const char *text)
{
	struct range *r = to;
	const char *dots = strstr(text, "..");
	char low[32];

	if (!dots || snprintf(low, sizeof(low), "%.*s", (int)(dots - text), text) >= (int)sizeof(low) ||
		parse_quantity(low, &r->low, &r->low_is_time) || parse_quantity(dots + 2, &r->high, &r->high_is_time))
		return fail(-EINVAL, "--range %s: must be LOW..HIGH, as 10us..100ms or 512..1M", text);
	if (r->low >= r->high)
		return fail(-EINVAL, "--range %s: LOW must be below HIGH", text);
	return 0;
}

static int parse_boot(void *to, const char *text)
{
	struct settings *s = to;

	s->boot_instance = text ? text : BOOT_INSTANCE;
	if (strspn(s->boot_instance, BOOT_CHARACTERS) == strlen(s->boot_instance) && strcmp(s->boot_instance, "top"))
		return 0;
	return fail(-EINVAL, "--bootconfig=%s: an instance's name has letters, digits, _ and -, and is not top", text);
}

#define S (&settings)
#define RARE (1U << 31) /* few need it: the short help only names it */
static const struct {
	unsigned needs; /* of enum takes; 0: every tool. Also RARE */
	struct opt opt;
} shared[] = {
	{TAKES_PID, OPT_PARSED('p', "pid", "PID,...", S, parse_pids, "only these processes, all their threads")},
	{TAKES_TID, OPT_NUMBER('L', "tid", "TID", &S->tid, 1, 1 << 22, "only this thread")},
	{TAKES_COMM,
	 OPT_PARSED('n', "comm", "NAME,...", &S->comm, parse_comm, "only names with NAME in them; or globs, 'py*,bash'")},
	{TAKES_PID, OPT_NUMBER(0, "follow", "PID", &S->follow, 1, 1 << 22, "only this process and its descendants")},
	{TAKES_UID, OPT_PARSED('u', "uid", "USER", S, parse_uid, "only this user (name or number)")},
	{TAKES_CGROUP, OPT_TEXT('c', "cgroup", "PATH", &S->cgroup, "only this cgroup (v2) and those below it")},
	{TAKES_DURATION, OPT_DURATION('d', "duration", "TIME", &S->duration_ns, "stop after TIME (5, 0.5, 10s, 2m)")},
	{TAKES_TIMESTAMP, OPT_FLAG('T', "timestamp", &S->timestamp, "print the time of day with each report")},
	{TAKES_HEATMAP, OPT_FLAG('H', "heatmap", &S->heatmap, "one line of a heat map for each interval")},
	{TAKES_RANGE, OPT_PARSED(0, "range", "LOW..HIGH", &S->range, parse_range, "fix the heat map's axis: 10us..100ms")},
	{TAKES_TABLE, OPT_FLAG(0, "table", &S->table, "a line for each histogram, largest total last")},
	{TAKES_TABLE, OPT_PARSED(0, "svg", "FILE", &S->svg, parse_svg, "draw the histograms over time into FILE")},
	{TAKES_STACKS,
	 OPT_FLAG(0, "functions", &S->stacks.functions, "a table of functions: those most counted in come last")},
	{TAKES_STACKS, OPT_FLAG(0, "tree", &S->stacks.tree, "a tree of calls, with what each counts")},
	{TAKES_STACKS, OPT_FLAG('f', "folded", &S->stacks.folded, "a line for each stack, as flame graphs read them")},
	{TAKES_STACKS,
	 OPT_PARSED(0, "flame", "FILE", &S->stacks.flame, parse_flame, "draw a flame graph into FILE, an SVG")},
	{TAKES_STACKS | RARE, OPT_FLAG(0, "icicle", &S->stacks.icicle, "--flame: the outermost function at the top")},
	{TAKES_STACKS | RARE,
	 OPT_FLAG(0, "reverse", &S->stacks.reverse, "--flame, --tree: who calls the innermost functions")},
	{TAKES_STACKS | RARE,
	 OPT_PARSED(0, "min-share", "PERCENT", &S->stacks.min_share, parse_share, "--tree: without smaller shares (1)")},
	{TAKES_STACKS | RARE,
	 OPT_FLAG('a', "annotations", &S->stacks.annotations, "--folded: _[k] behind the kernel's functions")},
	{TAKES_STACKS | RARE,
	 OPT_FLAG(0, "delimited", &S->stacks.delimited, "--folded: a - before the kernel's functions")},
	{TAKES_TABLE | RARE,
	 OPT_MAYBE(0, "live", "SECONDS", &S->live_ns, parse_live, "draw --svg's picture every 5 s, until the run ends")},
	{TAKES_TIMELINE,
	 OPT_PARSED(0, "timeline", "FILE", &S->timeline, parse_timeline, "the events as a timeline into FILE: Perfetto")},
	{TAKES_TIMELINE | RARE,
	 OPT_NUMBER(0, "limit", "N", &S->limit, 1, UINT64_MAX, "events of the timeline, unless 1000000")},
	{0, OPT_FLAG('j', "json", &S->json, "one JSON object a line")},
	{0, OPT_PARSED('o', "output", "FILE", &S->output, parse_output, "write to FILE, not to standard output")},
	{TAKES_NAMES | RARE, OPT_FLAG(0, "no-demangle", &S->mangled, "C++ and Rust functions as their files name them")},
	{RARE, OPT_FLAG(0, "ascii", &S->ascii, "only ASCII characters, no colour")},
	{RARE, OPT_PARSED(0, "color", "WHEN", &S->color, parse_color, "auto, always or never")},
	{0, OPT_FLAG('q', "quiet", &S->quiet, "no messages on stderr but warnings and losses")},
	{TAKES_BUFFER | RARE, OPT_NUMBER(0, "buffer", "KB", &S->buffer_kb, 4, 1 << 20,
									 "event buffer in KB (ftrace: per CPU)", .elsewhere = 'b')},
	{RARE, OPT_PARSED(0, "backend", "NAME", &S->backend, parse_backend, "auto, bpf, ftrace or perf")},
	{TAKES_RECORD | RARE, OPT_TEXT(0, "record", "FILE", &S->record, "keep what is traced in FILE.dat; -: as a stream")},
	{TAKES_RECORD | RARE, OPT_TEXT(0, "replay", "FILE", &S->replay, "read what --record kept; needs no privilege")},
	{TAKES_PROGRAMS | RARE, OPT_FLAG(0, "stats", &S->stats, "tell what its BPF programs cost")},
	{TAKES_PROGRAMS | RARE,
	 OPT_PARSED(0, "max-overhead", "PERCENT", &S->max_overhead, parse_percent, "end where they take more CPU time")},
	{TAKES_BOOT | RARE,
	 OPT_MAYBE(0, "bootconfig", "INSTANCE", S, parse_boot, "print what makes the kernel trace so while it boots")},
	{RARE, OPT_FLAG(0, "strict", &S->strict, "exit with status 4 if any data was lost")},
	{RARE, OPT_FLAG(0, "debug", &S->debug, "print libbpf's messages and what is tried", .elsewhere = 'v')},
	{0, OPT_MAYBE('h', "help", "all", S, parse_help, "a short help, or this one")},
	{RARE, OPT_FLAG(0, "version", &S->version, "print the version")},
};
#undef S
#define SHARED (sizeof(shared) / sizeof(shared[0]))

static enum settings_group group_of(unsigned needs)
{
	if (needs & RARE)
		return SETTINGS_RARE;
	return needs & TAKES_TASK ? SETTINGS_TASKS : SETTINGS_REPORT;
}

/* group: SETTINGS_GROUPS for all */
static const struct opt *choose(unsigned takes, enum settings_group group)
{
	static struct opt table[SHARED + 1];
	size_t n = 0;

	for (size_t i = 0; i < SHARED; i++)
		if (!(shared[i].needs & ~takes & ~RARE) && (group == SETTINGS_GROUPS || group == group_of(shared[i].needs)))
			table[n++] = shared[i].opt;
	table[n].type = OPT_TYPE_END;
	return table;
}

const struct opt *settings_options(unsigned takes)
{
	return choose(takes, SETTINGS_GROUPS);
}

const struct opt *settings_group(unsigned takes, enum settings_group group)
{
	return choose(takes, group);
}

int settings_interval(int argc, char **argv)
{
	if (argc > 2)
		return fail(-EINVAL, "unexpected argument %s; usage: [interval [count]], see --help", argv[2]);
	if (argc > 0 && parse_duration(argv[0], &settings.interval_ns))
		return fail(-EINVAL, "%s is not an interval; write seconds (1, 0.5) or 250ms", argv[0]);
	if (argc > 1 && parse_number(argv[1], 1, UINT32_MAX, &settings.count))
		return fail(-EINVAL, "%s is not a count of intervals", argv[1]);
	return 0;
}

int settings_check_range(bool of_times)
{
	const struct range *r = &settings.range;

	if (!r->high || (r->high_is_time == of_times && (!r->low || r->low_is_time == of_times)))
		return 0;
	return of_times ? fail(-EINVAL, "--range: this heat map is of times; write units, as 10us..100ms")
					: fail(-EINVAL, "--range: this heat map is not of times; write numbers, as 512..1M");
}

bool settings_is_file(const char *record)
{
	size_t n = strlen(record);

	return !strcmp(record, "-") || (n > 4 && !strcmp(record + n - 4, ".dat"));
}

/* A folder has the kernel's own events, which are ftrace's. */
static int check_record(void)
{
	if (!strcmp(settings.record, "-") && isatty(STDOUT_FILENO))
		return fail(-EINVAL,
					"--record -: standard output is a terminal; send it through a pipe, as in ... | ktally report -");
	if (settings_is_file(settings.record))
		return 0;
	if (settings.backend == BACKEND_BPF || settings.backend == BACKEND_PERF)
		return fail(-EINVAL, "--record %s: a folder keeps ftrace events, which excludes --backend=%s; write %s.dat",
					settings.record, settings.backend == BACKEND_BPF ? "bpf" : "perf", settings.record);
	settings.backend = BACKEND_FTRACE;
	return 0;
}

const char *settings_asks_stacks(void)
{
	if (settings.stacks.functions)
		return "functions";
	if (settings.stacks.tree)
		return "tree";
	if (settings.stacks.folded)
		return "folded";
	return settings.stacks.flame ? "flame" : NULL;
}

static int check_stacks(void)
{
	bool tree = settings.stacks.tree, folded = settings.stacks.folded, flame = settings.stacks.flame;

	if (settings.stacks.functions + tree + folded > 1)
		return fail(-EINVAL, "--functions, --tree and --folded exclude each other");
	if (settings.stacks.icicle && !flame)
		return fail(-EINVAL, "--icicle is of a flame graph: it needs --flame");
	if (settings.stacks.reverse && !flame && !tree)
		return fail(-EINVAL, "--reverse needs --flame or --tree");
	if (settings.stacks.min_share >= 0 && !tree)
		return fail(-EINVAL, "--min-share is of a tree: it needs --tree");
	if ((settings.stacks.annotations || settings.stacks.delimited) && !folded)
		return fail(-EINVAL, "--%s needs --folded", settings.stacks.annotations ? "annotations" : "delimited");
	return 0;
}

int settings_check(void)
{
	if (settings.record && settings.replay && !settings_is_file(settings.record))
		return fail(-EINVAL,
					"--record %s: a folder, which --replay excludes; of a replay a file can be made: write %s.dat",
					settings.record, settings.record);
	if (settings.record && check_record())
		return -EINVAL;
	if ((settings.stats || settings.max_overhead > 0) &&
		(settings.replay || settings.backend == BACKEND_FTRACE || settings.backend == BACKEND_PERF))
		return fail(-EINVAL, "--stats and --max-overhead are of BPF programs; %s has none",
					settings.replay					   ? "a replay"
					: settings.backend == BACKEND_PERF ? "perf"
													   : "ftrace");
	if (settings.json && settings.heatmap)
		return fail(-EINVAL, "--json and --heatmap exclude each other");
	if (settings.live_ns && !settings.svg)
		return fail(-EINVAL, "--live is of a picture: it needs --svg FILE");
	if (settings.live_ns && settings.replay)
		return fail(-EINVAL, "--live and --replay exclude each other: a replay is over before anybody looks");
	if (settings.range.high && !settings.heatmap)
		return fail(-EINVAL, "--range is of a heat map: it needs --heatmap");
	if (settings.table && settings.heatmap)
		return fail(-EINVAL, "--table and --heatmap exclude each other");
	return check_stacks();
}
