// SPDX-License-Identifier: GPL-2.0-or-later
#include "keys.h"

#include <stdio.h>
#include <string.h>

bool key_can_be(const struct schema *s, const struct field *f)
{
	if (f->flags & (FIELD_OFF | FIELD_LINES | FIELD_ITEMS) || f->kind == FIELD_HIST || f->kind == FIELD_MEAN)
		return false;
	return !s->key_size || f->flags & FIELD_KEY;
}

int key_find(const struct schema *s, const char *name, size_t n)
{
	for (size_t i = 0; i < s->nfields; i++)
		if (key_can_be(s, &s->fields[i]) && strlen(s->fields[i].name) == n && !strncmp(s->fields[i].name, name, n))
			return (int)i;
	return -1;
}

const char *key_names(const struct schema *s)
{
	static char names[400];
	size_t used = 0;

	snprintf(names, sizeof(names), "none");
	for (size_t i = 0; i < s->nfields && used < sizeof(names); i++)
		if (key_can_be(s, &s->fields[i]))
			used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", used ? ", " : "", s->fields[i].name);
	return names;
}
