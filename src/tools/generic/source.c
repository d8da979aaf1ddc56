// SPDX-License-Identifier: GPL-2.0-or-later
#include "source.h"

#include "base/escape.h"
#include "base/log.h"
#include "base/output.h"
#include "probe/define_user.h"
#include "probe/dwarf_places.h"
#include "probe/dwarf_visible.h"
#include "probe/places.h"
#include "probe/source_text.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the places ---- */

struct shown {
	struct probe probe; /* which file it is */
	const char *text;	/* the place as it was given */
	struct source_place place;
	struct dwarf_places places;
};

static struct dwarf_object object_of(const struct shown *s)
{
	return (struct dwarf_object){s->probe.path, s->probe.target == TARGET_KERNEL};
}

/* Of a function or file without a line all lines */
static void take_all_lines(struct source_place *place)
{
	if (place->has_line || *place->pattern)
		return;
	place->has_line = true;
	place->line = !*place->function;
	place->last = UINT_MAX / 2;
}

/* `target`: of a program "PROGRAM:PLACE". 0 or an exit status */
static int find(struct shown *s, enum probe_target kind, const char *target, bool whole)
{
	struct dwarf_object in;
	struct why why = {0};

	s->probe.target = kind;
	s->text = kind == TARGET_USER ? probe_split_program(&s->probe, target) : target;
	probe_sources.only_shown = true;
	if (!s->text)
		return EXIT_USAGE;
	if (source_place_parse(&s->place, s->text, &why))
		return fail(EXIT_USAGE, "%s: %s", target, why.text);
	if (whole)
		take_all_lines(&s->place);
	if (kind == TARGET_KERNEL && probe_find_debug(&s->probe, &s->place, &why))
		return fail(EXIT_FAILED, "%s: %s", target, why.text);
	in = object_of(s);
	if (dwarf_places_find(&s->places, &in, &s->place, probe_sources.folder, &why))
		return fail(EXIT_FAILED, "%s: %s", target, why.text);
	return EXIT_DONE;
}

/* ---- lines ---- */

/* Of one function or file: its places in list[from..to) */
struct block {
	const struct dwarf_place *list;
	size_t n;
	unsigned declared; /* lines are counted from this one */
	unsigned first, last;
	const char *file, *function; /* NULL: the block is of the whole file */
};

/* C code has tabs and backslashes; all else that is not printable is no text. */
static void print_code(const char *line)
{
	char escaped[ESCAPED_SIZE(512)];

	while (*line) {
		size_t n = strcspn(line, "\t\\");

		n = n > 512 ? 512 : n;
		escape_text(escaped, sizeof(escaped), line, n);
		fputs(escaped, stdout);
		line += n;
		if (*line == '\t' || *line == '\\')
			putchar(*line++);
	}
	putchar('\n');
}

static bool has_code(const struct block *b, unsigned line)
{
	for (size_t i = 0; i < b->n; i++)
		if (b->list[i].line == line)
			return true;
	return false;
}

/* A range may end behind the file. */
static unsigned last_line(const struct block *b, const struct source_text *text)
{
	unsigned known = b->list[b->n - 1].line;

	if (text->n > known)
		known = (unsigned)text->n;
	return b->last < known ? b->last : known;
}

static void print_block_name(const struct block *b)
{
	putchar('<');
	if (b->function)
		output_escaped(b->function);
	if (b->function)
		putchar('@');
	output_escaped(b->file);
	printf(":%u>\n", b->first - b->declared);
}

static void print_block(const struct block *b)
{
	struct source_text text;
	int err = source_text_read(&text, b->file, probe_sources.folder);

	print_block_name(b);
	if (err)
		warn("%s: %s; lines without their text (--source FOLDER says where it is)", b->file, strerror(-err));
	for (unsigned line = b->first; line <= last_line(b, &text); line++) {
		const char *code = line - 1 < text.n ? text.lines[line - 1] : NULL;

		if (has_code(b, line))
			printf("%7u  ", line - b->declared);
		else if (code)
			printf("%9s", "");
		if (code)
			print_code(code);
		else if (has_code(b, line))
			putchar('\n');
	}
	source_text_free(&text);
}

static int by_line(const void *a, const void *b)
{
	const struct dwarf_place *x = a, *y = b;
	int file = strcmp(x->file, y->file);

	if (file || x->declared != y->declared)
		return file ? file : (x->declared > y->declared) - (x->declared < y->declared);
	return (x->line > y->line) - (x->line < y->line);
}

static bool same_block(const struct dwarf_place *a, const struct dwarf_place *b)
{
	return !strcmp(a->file, b->file) && a->declared == b->declared;
}

/* Lines of a file are counted from its begin, whatever function they are in. */
static void count_from_file(struct dwarf_places *places)
{
	for (size_t i = 0; i < places->n; i++)
		places->list[i].declared = 0;
}

static void print_blocks(const struct dwarf_places *places, const struct source_place *place)
{
	for (size_t i = 0, n; i < places->n; i += n) {
		const struct dwarf_place *one = &places->list[i];
		struct block b = {.list = one, .file = one->file, .declared = one->declared};

		for (n = 1; i + n < places->n && same_block(one, one + n);)
			n++;
		b.n = n;
		b.function = *place->function ? one->source : NULL;
		b.first = b.declared + place->line;
		b.last = one[n - 1].line;
		if (place->last < UINT_MAX / 2)
			b.last = b.declared + place->last;
		print_block(&b);
	}
}

int generic_show_lines(enum probe_target kind, const char *target)
{
	static struct shown s;
	int status = find(&s, kind, target, true);

	if (status == EXIT_DONE) {
		if (!*s.place.function)
			count_from_file(&s.places);
		qsort(s.places.list, s.places.n, sizeof(*s.places.list), by_line);
		print_blocks(&s.places, &s.place);
	}
	dwarf_places_free(&s.places);
	return status;
}

/* ---- variables ---- */

static int print_variable(void *unused, const struct visible *v)
{
	(void)unused;
	fputs("\t\t", stdout);
	output_escaped(v->type);
	putchar('\t');
	output_escaped(v->name);
	puts(v->readable ? "" : "\t(no value here)");
	return 0;
}

int generic_show_variables(enum probe_target kind, const char *target, bool externs)
{
	static struct shown s;
	int status = find(&s, kind, target, false);
	struct why why;

	if (status == EXIT_DONE)
		printf("Available variables at %s\n", s.text);
	for (size_t i = 0; i < s.places.n && status == EXIT_DONE; i++) {
		const struct dwarf_place *one = &s.places.list[i];
		const struct dwarf_spot spot = {object_of(&s), one->offset, one->scope};

		fputs("\t@<", stdout);
		output_escaped(one->within);
		puts(">");
		if (dwarf_visible(&spot, externs, print_variable, NULL, &why) < 0)
			status = fail(EXIT_FAILED, "%s", why.text);
	}
	dwarf_places_free(&s.places);
	return status;
}
