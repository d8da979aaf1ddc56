// SPDX-License-Identifier: GPL-2.0-or-later
#include "replay.h"

#include "base/log.h"
#include "calls/text.h"
#include "dat/columns.h"
#include "dat/dat.h"
#include "dat/pages.h"
#include "session/tool.h"
#include "event_text.h"
#include "names.h"
#include "send.h"
#include "tasks.h"
#include "trace.h"
#include "wanted.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct columns_reader *columns; /* of the row that is shown */

/* ---- what the command line asks, and what the recording has ---- */

static bool given(const char *name)
{
	for (const struct opt_given *g = options_given(); g; g = g->next)
		if (!strcmp(g->name, name))
			return true;
	return false;
}

/* How lines look. Nothing else is taken from a file. */
static bool is_look(const char *name)
{
	static const char *const names[] = {
		"string-limit", "format",	   "arg-names",			  "no-abbrev",	"const-print-style", "strings-in-hex",
		"stack",		"stack-trace", "relative-timestamps", "cpu-column", "with-summary",		 "max-summary",
		"summary-mode", NULL};

	for (int i = 0; names[i]; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

struct recorded {
	const struct opt *options;
	uint32_t descriptors;
	bool stacks;
	uint64_t limit;
	bool bad;
};

static bool set_option(const struct opt *o, const char *value)
{
	char *end;
	uint64_t number;

	if (o->type == OPT_TYPE_FLAG)
		return *(bool *)o->to = true;
	if (o->type == OPT_TYPE_MAYBE)
		return !o->parse(o->to, value);
	if (o->type == OPT_TYPE_PARSED)
		return value && !o->parse(o->to, value);
	if (o->type != OPT_TYPE_NUMBER || !value)
		return false;
	number = strtoull(value, &end, 10);
	if (*end || end == value || number < o->min || number > o->max)
		return false;
	*(uint64_t *)o->to = number;
	return true;
}

static int on_line(void *recorded, const char *key, const char *line)
{
	struct recorded *r = recorded;
	size_t n = strcspn(line, "=");
	const char *value = line[n] ? line + n + 1 : NULL;
	char name[40];

	if (strcmp(key, "option") || n >= sizeof(name))
		return 0;
	memcpy(name, line, n);
	name[n] = '\0';
	if (!strcmp(name, "decode-fds"))
		r->descriptors += value && !strcmp(value, "all") ? 2 : 1;
	r->stacks |= !strncmp(name, "stack", 5);
	if (!strcmp(name, "string-limit") && value)
		r->limit = strtoull(value, NULL, 10);
	if (!is_look(name) || given(name))
		return 0;
	for (const struct opt *o = r->options; o->type != OPT_TYPE_END; o++)
		if (o->name && !strcmp(o->name, name))
			r->bad |= !set_option(o, value);
	return 0;
}

/* Names on the command line were those of this machine. */
static int take_machine(const struct session *s)
{
	const char *machine = dat_meta(s->dat, "machine");
	int err = 0;

	if (machine && !names_use(machine)) /* trace-cmd's do not say: then it is taken for this one */
		return fail(-EINVAL, "%s is of a machine whose calls are not known: %.40s", dat_name(s->dat), machine);
	memset(&trace.calls, 0, sizeof(trace.calls));
	trace.nconditions = 0;
	for (const struct opt_given *g = options_given(); g && !err; g = g->next)
		if (!strcmp(g->name, "expr"))
			err = select_parse(&trace.calls, g->value);
		else if (!strcmp(g->name, "filter"))
			err = wanted_parse(g->value);
	return err;
}

static int refuse(const struct session *s, const char *what)
{
	return fail(-EINVAL, "%s: %s does not have it; give it when recording", what, dat_name(s->dat));
}

int replay_prepare(const struct session *s, const struct opt *options)
{
	struct recorded r = {.options = options, .limit = 32};
	uint64_t asked = trace.string_limit;
	bool stacks = trace.stacks || trace.user_stack;

	if (s->argc)
		return fail(-EINVAL, "unexpected argument %s; a recording has its calls already", s->argv[0]);
	if (!columns_in(s->dat)) /* the kernel's own events, which the ftrace form reads as in a run */
		return 0;
	dat_each_meta(s->dat, on_line, &r);
	if (r.bad)
		return fail(-EINVAL, "%s is damaged: its options make no sense", dat_name(s->dat));
	if (given("string-limit") && asked > r.limit)
		return refuse(s, "--string-limit: more than was recorded");
	if (trace.descriptors > r.descriptors)
		return refuse(s, "--decode-fds");
	trace.descriptors = r.descriptors; /* the rows say them, asked for or not */
	if (stacks && !r.stacks)
		return refuse(s, "--stack");
	if (trace.path)
		return refuse(s, "--trace-path");
	if (trace.no_follow && !dat_meta(s->dat, "child"))
		return fail(-EINVAL, "--no-follow: %s was made without a command", dat_name(s->dat));
	if (trace.no_follow)
		tasks_keep_command((uint32_t)strtoul(dat_meta(s->dat, "child"), NULL, 10));
	return take_machine(s);
}

const char *replay_column(const char *column, size_t *n)
{
	return columns ? columns_text(columns, column, n) : NULL;
}

/* ---- rows ---- */

static int on_row(struct session *s, const void *bytes, size_t n, const struct columns_reader *texts)
{
	static union {
		struct trace_row row;
		char bytes[PAGES_SIZE];
	} copy;

	if (n > sizeof(copy) || !n)
		return -EINVAL;
	memcpy(&copy, bytes, n);
	if (!call_row_valid(&copy.row, n))
		return -EINVAL;
	if ((copy.row.kind == TRACE_EVENT || copy.row.kind == TRACE_FAULT) && !event_valid(&copy.row))
		return -EINVAL;
	columns = texts;
	send_row(s, &copy.row);
	columns = NULL;
	return 0;
}

const struct replay_recipe trace_replay_recipe = {on_row, send_end};
