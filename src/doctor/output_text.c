// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/escape.h"
#include "session/tool.h"
#include "output.h"

#include <stdio.h>
#include <string.h>

#define WIDTH 79
#define LABEL 28  /* width of the first column, with its indent */
#define ANSWER 36 /* with the second column */

/*
 * Prints a paragraph between the columns `indent`, where the cursor must be, and WIDTH. Does not break long words:
 * they may be paths or commands.
 */
static void wrap(const char *text, int indent)
{
	char escaped[ESCAPED_SIZE(640)];
	char *save = NULL;
	int column = indent;

	escape_text(escaped, sizeof(escaped), text, strlen(text));
	for (char *word = strtok_r(escaped, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		int n = (int)strlen(word);

		if (column > indent && column + 1 + n > WIDTH) {
			printf("\n%*s", indent, "");
			column = indent;
		}
		column += printf(column > indent ? " %s" : "%s", word);
	}
	putchar('\n');
}

static void heading(const char *title)
{
	printf("%s%s\n", strcmp(title, "System") ? "\n" : "", title);
}

static void label(const char *name)
{
	printf("  %-*s", LABEL - 2, name);
}

static void answer(const char *word)
{
	printf("%-*s", ANSWER - LABEL, word);
}

/* Prints "word: text", wrapped; the cursor must be at ANSWER. */
static void remark(const char *word, const char *text)
{
	char line[640];

	snprintf(line, sizeof(line), "%s: %s", word, text);
	wrap(line, ANSWER);
}

/* Prints the same on a new line below an answer. */
static void below(const char *word, const char *text)
{
	printf("%*s", ANSWER, "");
	remark(word, text);
}

static void print_facts(const struct fact *facts, int n)
{
	char line[640], number[24];

	heading("System");
	for (int i = 0; i < n; i++) {
		const struct fact *f = &facts[i];

		if (!f->label)
			continue;
		snprintf(number, sizeof(number), "%lld", (long long)f->number);
		snprintf(line, sizeof(line), "%s%s%s",
				 f->type == FACT_TEXT ? f->text
				 : f->unknown		  ? "unknown"
									  : number,
				 f->note[0] ? ", " : "", f->note);
		label(f->label);
		wrap(f->text[0] || f->type != FACT_TEXT ? line : f->note, LABEL);
	}
}

static void print_mechanism(const struct trial *t, const struct trial *before)
{
	static const char *const groups[] = {"BPF", "ftrace"};

	if (before && before->mechanism->group != t->mechanism->group)
		before = NULL;
	if (!before)
		heading(groups[t->mechanism->group]);
	label(t->mechanism->name);
	if (t->works) {
		puts("yes");
		return;
	}
	answer("no");
	if (before && !strcmp(before->reason.text, t->reason.text) && !strcmp(before->remedy, t->remedy)) {
		puts("as above");
		return;
	}
	wrap(t->reason.text, ANSWER);
	if (t->remedy[0])
		below("remedy", t->remedy);
}

static void print_tool(const struct tool_trial *t)
{
	char name[96];

	snprintf(name, sizeof(name), "%s%s%s", t->tool->name, *t->options ? " " : "", t->options);
	label(name);
	answer(tool_trial_backend(t));
	if (t->tool->main) {
		wrap(t->own.why.text[0] ? t->own.why.text : "runs by itself", ANSWER);
	} else if (t->bpf.works) {
		wrap(t->bpf.attach, ANSWER);
	} else if (t->other.works) {
		wrap(t->other.attach, ANSWER);
		below("not BPF", t->bpf.why.text);
	} else {
		remark("BPF", t->bpf.why.text);
		below(tool_trial_other(t), t->other.why.text);
	}
}

static void print_tools(const struct tool_trial *trials)
{
	int n = 0, none = 0;

	heading("Tools");
	for (; trials->tool; trials++) {
		print_tool(trials);
		if (trials->options[0])
			continue;
		n++;
		none += !strcmp(tool_trial_backend(trials), "none");
	}
	printf("\n%d of %d tools can run here.\n", n - none, n);
}

const struct output output_text = {print_facts, print_mechanism, print_tools};
