// SPDX-License-Identifier: GPL-2.0-or-later
#include "dwarf_wanted.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void dwarf_wanted_begin(struct dwarf_wanted *w, const struct source_place *source, const char *folder)
{
	*w = (struct dwarf_wanted){.source = source, .folder = folder};
}

void dwarf_wanted_end(struct dwarf_wanted *w)
{
	source_text_free(&w->text);
}

static bool in_range(struct dwarf_wanted *w, unsigned line, unsigned declared)
{
	unsigned number = line - declared;

	if (line < declared)
		return false;
	if (number < w->source->line && number > w->below)
		w->below = number;
	if (number > w->source->last && (!w->above || number < w->above))
		w->above = number;
	return number >= w->source->line && number <= w->source->last;
}

static bool matches(struct dwarf_wanted *w, const char *file, unsigned line)
{
	if (!w->file || strcmp(w->file, file)) {
		source_text_free(&w->text);
		w->problem = source_text_read(&w->text, file, w->folder);
		w->file = file;
	}
	return line && line <= w->text.n && source_place_matches(w->source, w->text.lines[line - 1]);
}

bool dwarf_wanted_line(struct dwarf_wanted *w, const char *file, unsigned line, unsigned declared)
{
	return w->source->has_line ? in_range(w, line, declared) : matches(w, file, line);
}

int dwarf_wanted_problem(const struct dwarf_wanted *w, struct why *why)
{
	const struct source_place *s = w->source;
	const char *of = *s->function ? s->function : s->file;
	char near[64] = "";

	if (*s->pattern && w->problem)
		return because(why, -ENOENT, "cannot read the source %s: %s; --source FOLDER says where it is", w->file,
					   strerror(-w->problem));
	if (*s->pattern)
		return because(why, -ENOENT, "no line of %s that has code matches %s", of, s->pattern);
	if (!s->has_line)
		return because(why, -ENOENT, "%s has no code", of);
	if (w->below && w->above)
		snprintf(near, sizeof(near), "; %u and %u have", w->below, w->above);
	else if (w->below || w->above)
		snprintf(near, sizeof(near), "; %u has", w->below + w->above);
	return because(why, -ENOENT, "line %u of %s has no code that begins there%s", s->line, of, near);
}
