// SPDX-License-Identifier: GPL-2.0-or-later
#include "heading.h"

#include "base/escape.h"
#include "base/units.h"
#include "session/tool.h"
#include "terminal.h"

#include <stdio.h>

void heading_over_echo(const struct session *s)
{
	if (s->stop && terminal_is())
		putchar('\r');
}

void heading_share(char *to, size_t size, const struct session *s, const struct interval *iv)
{
	char part[32], whole[32];

	units_ns(part, sizeof(part), (double)iv->elapsed_ns);
	units_ns(whole, sizeof(whole), (double)s->set->interval_ns);
	snprintf(to, size, "%s of %s", part, whole);
}

void heading_time(const struct session *s, const struct interval *iv)
{
	char text[32] = "", share[80];

	heading_over_echo(s);
	if (s->set->timestamp)
		units_clock(text, sizeof(text), iv->end_ns);
	fputs(text, stdout);
	if (iv->cut_short) {
		heading_share(share, sizeof(share), s, iv);
		printf("%s(cut short: %s)", *text ? " " : "", share);
	}
	if (*text || iv->cut_short)
		putchar('\n');
}

void heading_nothing(const struct session *s)
{
	printf("(no %s)\n", session_unit(s));
}

bool field_shown(const struct session *s, const struct field *f)
{
	if (f->flags & (FIELD_OFF | FIELD_HIDDEN))
		return false;
	return !(f->flags & FIELD_BPF_ONLY) || s->on_bpf;
}

size_t field_escaped(char *to, size_t size, const struct field *f, const void *row)
{
	char text[SCHEMA_TEXT_MAX];
	int n;

	if (f->kind == FIELD_CHARS)
		return escape_text(to, size, (const char *)row + f->offset, f->size);
	if (!field_is_text(f) || f->flags & FIELD_ESCAPED) /* numbers with units need no escaping */
		return (size_t)field_text(to, size, f, row);
	n = field_text(text, sizeof(text), f, row);
	return escape_text(to, size, text, (size_t)n);
}

bool heading_keys(const struct session *s, const void *row)
{
	const char *separator = "";
	char text[256];

	for (size_t i = 0; i < s->schema->nfields; i++) {
		const struct field *f = &s->schema->fields[i];

		if (!(f->flags & FIELD_KEY) || !field_shown(s, f))
			continue;
		field_escaped(text, sizeof(text), f, row);
		printf("%s%s = %s", separator, f->name, text);
		separator = ", ";
	}
	if (*separator)
		putchar('\n');
	return *separator;
}
