// SPDX-License-Identifier: GPL-2.0-or-later
#include "define_event.h"

#include "arguments.h"
#include "fields.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

static bool is_kind(const char *text)
{
	return *text == 'e' && (text[1] == ':' || isblank((unsigned char)text[1]));
}

bool probe_is_event_definition(const char *text)
{
	text += strspn(text, " \t");
	return is_kind(text) || text[strcspn(text, " \t")];
}

/* Is it CATEGORY:EVENT, which the kernel writes as "syscalls.sys_enter_openat" too, and not FIELD:TYPE? */
static bool names_event(const struct word *w)
{
	size_t mark = 0;

	while (mark < w->length && (isalnum((unsigned char)w->text[mark]) || w->text[mark] == '_'))
		mark++;
	if (!mark || mark + 1 >= w->length || !strchr(":/.", w->text[mark]))
		return false;
	return w->text[mark] != ':' || !probe_is_type(w->text + mark + 1, w->length - mark - 1);
}

/* "[GROUP/]NAME", if the tracepoint follows it. What it is called in trace files does not matter here. */
static int take_name(struct probe *p, struct probe_text *t)
{
	struct word name = text_to_blank(t), next;
	struct probe_text ahead = *t;
	const char *slash = memchr(name.text, '/', name.length);

	ahead.at += name.length;
	text_skip_spaces(&ahead);
	next = text_to_blank(&ahead);
	if (!names_event(&next)) /* it is the tracepoint itself */
		return 0;
	if (slash)
		name = (struct word){slash + 1, name.length - (size_t)(slash + 1 - name.text), name.column};
	if (!name.length || !word_copy(p->event_name, sizeof(p->event_name), &name))
		return probe_wrong(t, "a name of 1 to %d characters is expected here", PROBE_NAME - 1);
	for (const char *c = p->event_name; *c; c++)
		if (!isalnum((unsigned char)*c) && *c != '_')
			return probe_wrong(t, "a name has only letters, digits and underscores");
	*t = ahead;
	return 0;
}

static int take_tracepoint(struct probe *p, struct probe_text *t)
{
	struct word w = text_to_blank(t);
	char name[sizeof(p->symbol) + PROBE_NAME], *dot;

	if (!w.length)
		return probe_wrong(t, "the tracepoint is missing here");
	if (memchr(w.text, '*', w.length) || memchr(w.text, '?', w.length))
		return probe_wrong(t, "values are those of one tracepoint");
	if (!word_copy(name, sizeof(name), &w))
		return probe_wrong(t, "the name is too long");
	dot = strpbrk(name, ":/.");
	if (dot && *dot == '.')
		*dot = ':';
	t->at += w.length;
	return probe_tracepoint(p, name);
}

/* "if FILTER": all that follows, as from Linux 6.0 on */
static int take_filter(struct probe *p, struct probe_text *t)
{
	t->at += 2;
	text_skip_spaces(t);
	p->filter = t->at;
	return *t->at ? 0 : probe_wrong(t, "the filter is missing here");
}

static bool filter_begins(const struct probe_text *t)
{
	return !strncmp(t->at, "if", 2) && isblank((unsigned char)t->at[2]);
}

int probe_define_event(struct probe *p, const char *definition)
{
	struct probe_text t = text_begin(definition, "definition");
	int err = 0;

	text_skip_spaces(&t);
	if (is_kind(t.at))
		t.at++;
	if (text_take(&t, ":")) {
		text_skip_spaces(&t);
		err = take_name(p, &t);
	}
	text_skip_spaces(&t);
	if (!err)
		err = take_tracepoint(p, &t);
	p->is_event_probe = true;
	for (text_skip_spaces(&t); *t.at && !err && !p->filter; text_skip_spaces(&t))
		if (filter_begins(&t))
			return take_filter(p, &t);
		else
			err = probe_add_argument(p, &t);
	return err;
}
