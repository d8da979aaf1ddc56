// SPDX-License-Identifier: GPL-2.0-or-later
#include "names.h"

#include "../log.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A field's name is all there is to a tracepoint's expression. */
static int field_by_name(struct probe *p, struct probe_argument *a, struct probe_text *t)
{
	size_t length = text_identifier(t);
	char name[PROBE_NAME];
	int err;

	if (!length || length >= sizeof(name))
		return -ENOENT;
	snprintf(name, sizeof(name), "%.*s", (int)length, t->at);
	err = probe_field(p, a, name);
	if (err == -ENOTSUP)
		return probe_wrong(t, "%s is neither a number nor a string", name);
	if (!err)
		t->at += length;
	return err;
}

int probe_by_name(struct probe *p, struct probe_argument *a, struct probe_text *t)
{
	return p->target == TARGET_TRACEPOINT ? field_by_name(p, a, t) : -ENOENT;
}

int probe_all_arguments(struct probe *p, struct probe_text *t)
{
	(void)p;
	return probe_wrong(t, "no types are known here");
}

int probe_enum_text(char *to, size_t size, uint32_t type, uint64_t value)
{
	(void)type;
	return snprintf(to, size, "%llu", (unsigned long long)value);
}

int probe_prototype(char *to, size_t size, const char *function)
{
	(void)to;
	(void)size;
	return fail(-ENOENT, "%s: no prototype is known", function);
}
