// SPDX-License-Identifier: GPL-2.0-or-later
#include "fuzz.h"

#include "source/ftrace/replay.h"
#include "render/renderers.h"
#include "session/source.h"

#include <stdio.h>
#include <string.h>

/* Replaces src/source/ftrace/replay.c: the input supplies the pages */
const struct source source_replay = {.name = "replay"};

/* Every event has the field that perf-stat-hist's arguments for doctor name */
char *replay_text(const struct session *s, const char *name)
{
	return s && *name ? strdup("\tfield:int prev_prio;\toffset:8;\tsize:4;\tsigned:1;\n") : NULL;
}

uint64_t input_number(struct input *in, size_t bytes)
{
	uint64_t value = 0;

	for (; bytes && in->left; bytes--, in->left--)
		value = value << 8 | *in->at++;
	return value;
}

char *input_text(struct input *in, size_t n)
{
	char *text;

	if (n > in->left)
		n = in->left;
	text = malloc(n + 1);
	MUST(text);
	memcpy(text, in->at, n);
	text[n] = '\0';
	in->at += n;
	in->left -= n;
	return text;
}

/* $FUZZ_TOOL, else the first tool that can replay. Tools share globals, so a process fuzzes only one, like ktally */
static const struct tool *choose_tool(void)
{
	const char *name = getenv("FUZZ_TOOL");

	for (int i = 0; tools[i]; i++)
		if (tools[i]->takes & TAKES_REPLAY && (!name || !strcmp(tools[i]->name, name)))
			return tools[i];
	return NULL;
}

static void set_flags(const struct tool *tool, uint64_t bits)
{
	for (const struct opt *o = tool->options; o && o->type != OPT_TYPE_END; o++)
		if (o->type == OPT_TYPE_FLAG && strcmp(o->name, "list")) { /* that option prints a list and exits */
			*(bool *)o->to = bits & 1;
			bits >>= 1;
		}
}

/* Uses the arguments with which doctor tries the tool */
static void set_arguments(struct session *s)
{
	static char words[4][32];
	static char *argv[5];

	for (s->argc = 0; s->argc < 4 && s->tool->doctor_args && s->tool->doctor_args[s->argc]; s->argc++) {
		snprintf(words[s->argc], sizeof(words[0]), "%s", s->tool->doctor_args[s->argc]);
		argv[s->argc] = words[s->argc];
	}
	argv[s->argc] = NULL;
	s->argv = argv;
}

static const struct renderer *choose_renderer(const struct session *s, unsigned number)
{
	static const struct renderer *const by_view[] = {&render_events, &render_table, &render_hist};

	if (number % 3 == 0)
		return &render_json;
	return s->view == VIEW_HIST && number % 3 == 1 ? &render_heatmap : by_view[s->view];
}

bool fuzz_session(struct session *s, struct input *in)
{
	memset(s, 0, sizeof(*s));
	memset(&settings, 0, sizeof(settings));
	s->tool = choose_tool();
	MUST(s->tool);
	set_flags(s->tool, input_number(in, 2));
	s->set = &settings;
	s->source = &source_replay;
	s->backend_name = source_replay.name;
	s->attach = "fuzz";
	s->schema = s->tool->schema;
	s->view = s->tool->view;
	settings.replay = "input";
	set_arguments(s);
	if (s->tool->prepare && s->tool->prepare(s))
		return false;
	s->renderer = choose_renderer(s, (unsigned)input_number(in, 1));
	s->totals = tally_new(s->schema);
	MUST(s->totals);
	if (s->renderer->begin)
		MUST(s->renderer->begin(s) == 0);
	return true;
}

bool fuzz_start(struct session *s)
{
	if (!s->tool->ftrace->start || !s->tool->ftrace->start(s))
		return true;
	MUST(s->why.text[0]); /* who refuses must say why */
	return false;
}

void fuzz_report(struct session *s)
{
	struct interval iv = {.end_ns = 1, .elapsed_ns = 1, .rows = s->totals};

	if (s->tool->ftrace->losses)
		s->tool->ftrace->losses(s, &s->lost);
	if (s->renderer->interval)
		s->renderer->interval(s, &iv);
}

void fuzz_session_end(struct session *s)
{
	if (s->renderer && s->renderer->end)
		s->renderer->end(s);
	if (s->tool->ftrace->close)
		s->tool->ftrace->close(s);
	tally_free(s->totals);
}
