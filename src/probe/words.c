// SPDX-License-Identifier: GPL-2.0-or-later
#include "words.h"

#include "base/near.h"
#include "btf_names.h"
#include "dwarf_names.h"
#include "fetch.h"
#include "fields.h"
#include "names.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *word;
	enum probe_base base;
	enum probe_show show;
} words[] = {
	{"comm", PROBE_COMM, SHOW_TEXT},		  {"pid", PROBE_PID, SHOW_UNSIGNED},	 {"tid", PROBE_TID, SHOW_UNSIGNED},
	{"common_pid", PROBE_TID, SHOW_UNSIGNED}, {"uid", PROBE_UID, SHOW_UNSIGNED},	 {"cpu", PROBE_CPU, SHOW_UNSIGNED},
	{"latency", PROBE_LATENCY, SHOW_TIME},	  {"func", PROBE_FUNCTION, SHOW_SYMBOL},
};

/* "$comm" is always the task's name. A probe may define another "comm". */
static bool is_word(struct probe_argument *a, const char *name)
{
	name += *name == '$';
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(words[i].word, name)) {
			a->fetch.base = words[i].base;
			a->show = words[i].show;
			return true;
		}
	return false;
}

/* Without types it is shown as C's long, so that errors are negative. */
static bool is_returned(const struct probe *p, struct probe_argument *a, const char *name)
{
	if (!p->is_return || strcmp(name, "$retval"))
		return false;
	a->from = FROM_RETURN;
	a->fetch.base = PROBE_CONTEXT;
	a->fetch.is_signed = true;
	a->show = SHOW_SIGNED;
	return true;
}

/* A parameter or field of the probe wins over a word of the same name. */
static int define(struct probe *p, struct probe_argument *a, const char *name)
{
	struct probe_text t = text_begin(name, "name");
	int err = probe_by_name(p, a, &t);

	if (!err && *t.at)
		return probe_wrong(&t, "the name should end here");
	if (err == -ENOENT && (is_word(a, name) || is_returned(p, a, name)))
		return 0;
	/* $arg1, and $retval where no types are known */
	if (err == -ENOENT && *name == '$' && p->target != TARGET_TRACEPOINT)
		return probe_parse_fetch(p, a, &t);
	return err;
}

int probe_find_argument(struct probe *p, const char *name)
{
	struct probe_text t = text_begin(name, "name");
	struct probe_argument *a;
	int err;

	for (unsigned i = 0; i < p->narguments; i++)
		if (!strcmp(p->arguments[i].name, name))
			return (int)i;
	a = probe_new_argument(p, &t);
	if (!a)
		return -EINVAL;
	a->hidden = true;
	snprintf(a->name, sizeof(a->name), "%s", name);
	err = define(p, a, name);
	if (err)
		p->narguments--;
	return err ? err : (int)p->narguments - 1;
}

static int offer(void *nearest, const char *name)
{
	nearest_offer(nearest, name);
	return 0;
}

const char *probe_suggest(const struct probe *p, const char *name)
{
	static char hint[NEAREST_HINT];
	struct nearest nearest;
	struct dwarf_spot spot;
	struct why unused;

	nearest_begin(&nearest, name);
	for (unsigned i = 0; i < p->narguments; i++)
		nearest_offer(&nearest, p->arguments[i].name);
	if (p->target == TARGET_TRACEPOINT)
		probe_each_field(p, offer, &nearest);
	else if (p->found.n == 1 && p->target == TARGET_KERNEL && !p->places.list)
		btf_arguments(p->found.list[0].name, offer, &nearest, NULL, &unused);
	else if (probe_names_arguments(p)) {
		spot = probe_spot(p);
		dwarf_arguments(&spot, offer, &nearest, &unused);
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		nearest_offer(&nearest, words[i].word);
	nearest_hint(hint, sizeof(hint), &nearest);
	return hint;
}
