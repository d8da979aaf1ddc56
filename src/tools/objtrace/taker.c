// SPDX-License-Identifier: GPL-2.0-or-later
#include "taker.h"

#include "base/log.h"
#include "probe/definition.h"
#include "probe/filter.h"
#include "tools/generic/plan.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define OBJECT 0 /* the first argument; others are for the filter, and the last one may be the value */

static int define(struct probe *p, const char *definition)
{
	probe_free(p);
	p->target = TARGET_KERNEL;
	return probe_define(p, definition);
}

/* ---- the object ---- */

static int check_place(const struct probe *p, const char *definition)
{
	if (p->found.n != 1)
		return fail(-EINVAL, "%s: objects are taken at one function, and this is %zu", definition, p->found.n);
	if (p->offset || p->places.list)
		return fail(-EINVAL, "%s: objects are taken where a function begins or returns", definition);
	return 0;
}

static int check_object(const struct probe *p, const char *definition)
{
	const struct probe_argument *a = &p->arguments[OBJECT];

	if (!p->narguments)
		return fail(-EINVAL, "%s: which object? Name it behind the function, as in: objtrace 'p:vfs_open file'",
					definition);
	if (probe_is_text(a) || a->fetch.size != sizeof(uint64_t) || a->fetch.bits)
		return fail(-EINVAL, "%s: %s is no address", definition, a->name);
	return 0;
}

/* ---- the value ---- */

static const char *word_before(const char *definition, const char *end)
{
	while (end > definition && isblank((unsigned char)end[-1]))
		end--;
	while (end > definition && !isblank((unsigned char)end[-1]))
		end--;
	return end;
}

/* What the definition says of the object, the first of its n arguments: "file" of "p:vfs_open f=file:x64 path" */
static struct word object_word(const char *definition, unsigned n)
{
	struct word w = {.text = definition + strlen(definition)};
	const char *name;

	for (; n; n--)
		w.text = word_before(definition, w.text);
	w.length = strcspn(w.text, " \t");
	name = memchr(w.text, '=', w.length);
	if (name) {
		w.length -= (size_t)(name + 1 - w.text);
		w.text = name + 1;
	}
	name = memchr(w.text, ':', w.length);
	if (name)
		w.length = (size_t)(name - w.text);
	return w;
}

/* Both are written as the probe's own values are: "file->f_mode", "+8(file):u16". */
static int value_text(char *to, size_t size, const char *definition, unsigned n, const char *value)
{
	struct word object = object_word(definition, n);
	size_t type;

	if (!isdigit((unsigned char)*value) && *value != '+')
		return snprintf(to, size, "%s %.*s->%s", definition, (int)object.length, object.text, value);
	value += *value == '+';
	type = strcspn(value, ":");
	return snprintf(to, size, "%s +%.*s(%.*s)%s", definition, (int)type, value, (int)object.length, object.text,
					value + type);
}

/* The value's way begins with the object's. */
static int cut_value(struct objtrace *o, const char *text)
{
	struct probe *p = &o->taker.probe;
	const struct probe_fetch *object = &p->arguments[OBJECT].fetch;
	struct probe_fetch *f = &o->value.fetch;

	o->value = p->arguments[p->narguments - 1];
	if (probe_is_text(&o->value))
		return fail(-EINVAL, "--value %s: a number is needed, not a string", text);
	if (f->noffsets <= object->noffsets || memcmp(f->offsets, object->offsets, object->noffsets * sizeof(*f->offsets)))
		return fail(-EINVAL, "--value %s: not inside of the object", text);
	f->noffsets -= object->noffsets;
	memmove(f->offsets, f->offsets + object->noffsets, f->noffsets * sizeof(*f->offsets));
	f->base = PROBE_NOTHING;
	return 0;
}

static int define_value(struct objtrace *o, const char *definition, const char *value)
{
	unsigned n = o->taker.probe.narguments;
	char text[1024];
	int err;

	if (value_text(text, sizeof(text), definition, n, value) >= (int)sizeof(text))
		return fail(-EINVAL, "--value %s: too long", value);
	err = define(&o->taker.probe, text);
	if (!err && o->taker.probe.narguments != n + 1)
		err = fail(-EINVAL, "--value %s: one value is read; write MEMBER, or OFFSET:TYPE", value);
	return err ? err : cut_value(o, value);
}

/* ---- both ---- */

int taker_define(struct objtrace *o, const char *definition, const char *filter, const char *value)
{
	struct probe *p = &o->taker.probe;
	char whole[1024];
	int err = define(p, definition);

	snprintf(whole, sizeof(whole), "%s", definition);
	if (!err && p->is_return && !p->narguments) {
		snprintf(whole, sizeof(whole), "%s $retval", definition);
		err = define(p, whole);
	}
	if (!err)
		err = check_place(p, definition);
	if (!err)
		err = check_object(p, definition);
	if (!err && value)
		err = define_value(o, whole, value);
	o->value_at = value ? p->narguments - 1 : 0;
	for (unsigned i = 1; i < p->narguments; i++)
		p->arguments[i].hidden = true; /* no row has them */
	if (!err && filter) {
		p->filter = filter;
		err = probe_filter(p, filter);
	}
	return err ? err : generic_plan(&o->taker);
}
