// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/json_text.h"
#include "session/tool.h"
#include "output.h"

#include <math.h>
#include <string.h>

static void string(const char *name, const char *value)
{
	json_string(name, value, strlen(value));
}

static void begin(const char *kind)
{
	json_begin();
	string("kind", kind);
}

static void print_facts(const struct fact *facts, int n)
{
	begin("system");
	for (const struct fact *f = facts; f < facts + n; f++) {
		if (f->unknown)
			json_number(f->key, NAN); /* null */
		else if (f->type == FACT_TEXT)
			string(f->key, f->text);
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

/* Prints null if it works or was not tried. */
static void why_not(const char *name, const struct backend_trial *b)
{
	if (b->why.text[0])
		string(name, b->why.text);
	else
		json_number(name, NAN);
}

static void print_tools(const struct tool_trial *trials)
{
	for (const struct tool_trial *t = trials; t->tool; t++) {
		begin("tool");
		string("tool", t->tool->name);
		if (t->options[0])
			string("options", t->options);
		string("backend", tool_trial_backend(t));
		string("attach", t->bpf.works ? t->bpf.attach : t->ftrace.attach);
		if (t->tool->main) {
			string("why_not", t->own.why.text);
		} else {
			why_not("why_not_bpf", &t->bpf);
			why_not("why_not_ftrace", &t->ftrace);
		}
		json_end();
	}
}

const struct output output_json = {print_facts, print_mechanism, print_tools};
