// SPDX-License-Identifier: GPL-2.0-or-later
#include "heading.h"

#include "base/escape.h"
#include "base/units.h"

#include <stdio.h>

void heading_time(const struct session *s, const struct interval *iv)
{
	char text[32];

	if (!s->set->timestamp)
		return;
	units_clock(text, sizeof(text), iv->end_ns);
	puts(text);
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
