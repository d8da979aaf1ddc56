// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.h"

#include <string.h>

#define WIDTH 79
#define HELP_COLUMN 25
#define NAMES_COLUMN 11

/* Which option of the tables before it has the letter of this one? NULL: none */
static const struct opt *taker(const struct opt *const *before, const struct opt *o)
{
	for (; o->letter && *before; before++)
		for (const struct opt *b = *before; b->type != OPT_TYPE_END; b++)
			if (b->letter == o->letter)
				return b;
	return NULL;
}

/* "-p, --pid PID": what to type */
static void form(char *to, size_t size, const struct opt *o, bool lettered)
{
	char letter[5] = "";

	if (lettered)
		snprintf(letter, sizeof(letter), "-%c, ", o->letter);
	snprintf(to, size,
			 o->type == OPT_TYPE_MAYBE ? "%s--%s[=%s]"
			 : o->value				   ? "%s--%s %s"
									   : "%s--%s",
			 letter, o->name, o->value);
}

/* Prints the help of an option in its column; *at is the column where it ends. */
static void print_text(FILE *out, const char *text, size_t *at)
{
	for (;; text++) {
		size_t n = strcspn(text, "\n");

		*at = HELP_COLUMN + n;
		fprintf(out, "%.*s", (int)n, text);
		text += n;
		if (!*text)
			return;
		fprintf(out, "\n%*s", HELP_COLUMN, "");
	}
}

static void print_taker(FILE *out, const struct opt *o, const struct opt *by, size_t at)
{
	char text[80];
	int n = snprintf(text, sizeof(text), "-%c is --%s here", o->letter, by->name);

	if (at + 2 + (size_t)n > WIDTH)
		fprintf(out, "\n%*s%s", HELP_COLUMN, "", text);
	else
		fprintf(out, "; %s", text);
}

static void help_line(FILE *out, const struct opt *o, const struct opt *by)
{
	bool lettered = o->letter && !by;
	char left[64];
	size_t at;

	form(left, sizeof(left), o, lettered);
	fprintf(out, "  %s%-*s", lettered ? "" : "    ", lettered ? HELP_COLUMN - 2 : HELP_COLUMN - 6, left);
	if (strlen(left) + (lettered ? 2 : 6) >= HELP_COLUMN)
		fprintf(out, "\n%*s", HELP_COLUMN, "");
	print_text(out, o->help, &at);
	if (by)
		print_taker(out, o, by, at);
	fprintf(out, "\n");
}

void options_help(FILE *out, const struct opt *const *before, const struct opt *table)
{
	for (const struct opt *o = table; o->type != OPT_TYPE_END; o++)
		if (o->type != OPT_TYPE_NOTE)
			help_line(out, o, taker(before, o));
}

static void put_name(FILE *out, const struct opt *o, const struct opt *by, size_t *at)
{
	char text[128];

	form(text, sizeof(text), o, o->letter && !by);
	if (by)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), " (-%c is --%s here)", o->letter, by->name);
	if (*at + 2 + strlen(text) > WIDTH) {
		fprintf(out, "\n%*s", NAMES_COLUMN - 2, "");
		*at = NAMES_COLUMN - 2;
	}
	*at += (size_t)fprintf(out, "  %s", text);
}

void options_names(FILE *out, const char *heading, const struct opt *const *before, const struct opt *table)
{
	size_t at = NAMES_COLUMN - 2;

	if (table->type == OPT_TYPE_END)
		return;
	fprintf(out, "  %-*s", NAMES_COLUMN - 4, heading);
	for (const struct opt *o = table; o->type != OPT_TYPE_END; o++)
		if (o->type != OPT_TYPE_NOTE)
			put_name(out, o, taker(before, o), &at);
	fprintf(out, "\n");
}

/* In one line */
static void line_of_help(FILE *out, const char *help)
{
	for (; *help; help++)
		fputc(*help == '\n' ? ' ' : *help, out);
}

void options_lines(FILE *out, const struct opt *const *before, const struct opt *table)
{
	for (const struct opt *o = table; o->type != OPT_TYPE_END; o++) {
		if (o->type == OPT_TYPE_NOTE)
			continue;
		fprintf(out, "--%s\t", o->name);
		if (o->letter && !taker(before, o))
			fprintf(out, "-%c", o->letter);
		fprintf(out, "\t%s\t%s\t", o->value ? o->value : "", o->type == OPT_TYPE_MAYBE ? "maybe" : "");
		line_of_help(out, o->help);
		fputc('\n', out);
	}
}
