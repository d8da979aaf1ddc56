// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/clock.h"
#include "base/units.h"
#include "render/json_text.h"
#include "session/tool.h"
#include "output.h"

#include <string.h>

/* Null for an empty text */
static void string(const char *name, const char *value)
{
	if (*value)
		json_string(name, value, strlen(value));
	else
		json_null(name);
}

static void begin(const char *kind)
{
	uint64_t now = clock_ns();

	json_begin();
	json_word("tool", "doctor");
	json_word("kind", kind);
	json_seconds("time", units_wall(now));
	json_unsigned("time_ns", now);
}

static void print_facts(const struct fact *facts, int n)
{
	begin("system");
	for (const struct fact *f = facts; f < facts + n; f++) {
		if (f->unknown)
			json_null(f->key);
		else if (f->type == FACT_TEXT)
			json_string(f->key, f->text, strlen(f->text));
		else if (f->type == FACT_FLAG)
			json_boolean(f->key, f->number);
		else
			json_integer(f->key, f->number);
	}
	json_end();
}

static void print_mechanism(const struct trial *t, const struct trial *before)
{
	(void)before;
	begin("mechanism");
	string("group", t->mechanism->group == GROUP_BPF ? "bpf" : "ftrace");
	string("name", t->mechanism->name);
	json_boolean("works", t->works);
	string("reason", t->reason.text);
	string("remedy", t->remedy);
	json_end();
}

static void print_tools(const struct tool_trial *trials)
{
	for (const struct tool_trial *t = trials; t->tool; t++) {
		begin("tool");
		string("name", t->tool->name);
		string("options", t->options);
		string("backend", tool_trial_backend(t));
		string("attach", t->bpf.works ? t->bpf.attach : t->other.attach);
		if (t->tool->main) {
			string("why_not", t->own.why.text);
		} else {
			string("why_not_bpf", t->bpf.why.text);
			if (t->tool->perf)
				string("why_not_perf", t->other.why.text);
			else
				string("why_not_ftrace", t->other.why.text);
		}
		json_end();
	}
}

const struct output output_json = {print_facts, print_mechanism, print_tools};
