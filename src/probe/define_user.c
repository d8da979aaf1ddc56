// SPDX-License-Identifier: GPL-2.0-or-later
#include "define_user.h"

#include "base/log.h"
#include "sys/elf_functions.h"
#include "sys/suggest.h"
#include "places.h"
#include "source_place.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

static const char *no_library(const char *name)
{
	const char *hint = suggest_library(name);

	return *hint ? hint : ": give its path";
}

/* ---- PROGRAM:PLACE ---- */

/* Places have colons too. NULL after a message */
static const char *find_program(struct probe *p, const struct probe_text *t, const struct word *w)
{
	char text[4096], name[4096];
	struct word program = *w;
	const char *colon;

	if (!word_copy(text, sizeof(text), w)) {
		probe_wrong(t, "the name is too long");
		return NULL;
	}
	colon = library_colon(text, p->path, sizeof(p->path));
	if (colon)
		return w->text + (colon - text);
	program.length = strcspn(text, ":");
	word_copy(name, sizeof(name), &program);
	probe_wrong(t, "no program or library %s%s", name, no_library(name));
	return NULL;
}

const char *probe_split_program(struct probe *p, const char *target)
{
	struct probe_text t = text_begin(target, "place");
	struct word w = {target, strlen(target), 1};
	const char *colon;

	if (!strchr(target, ':')) {
		probe_wrong(&t, "PROGRAM:FUNCTION is missing here");
		return NULL;
	}
	colon = find_program(p, &t, &w);
	return colon ? colon + 1 : NULL;
}

/* ---- what is probed ---- */

int probe_read_offset(struct probe *p, const struct probe_text *t, char *plus)
{
	struct probe_text offset = text_begin(plus + 1, t->what);
	int64_t value;

	if (text_number(&offset, &value) || *offset.at || value < 0)
		return probe_wrong(t, "%s is not an offset", plus);
	p->offset = (uint64_t)value;
	*plus = '\0';
	return 0;
}

static int cannot_read(const struct probe *p, const struct probe_text *t, int err)
{
	return probe_wrong(t, "%s: %s", p->path, err == -ENOEXEC ? "not an ELF program or library" : strerror(-err));
}

/* Fills probe.found. 0, -ENOENT silently if there is no such function, or -EINVAL after a message */
static int find_symbol(struct probe *p, const struct probe_text *t)
{
	int err = functions_of_file(&p->found, p->path, p->symbol, false);

	if (err)
		return cannot_read(p, t, err);
	functions_drop_aliases(&p->found, 0);
	return p->found.n ? 0 : -ENOENT;
}

static int no_symbol(const struct probe *p, const struct probe_text *t)
{
	return probe_wrong(t, "%s has no function %s in its symbol tables%s", p->path, p->symbol,
					   suggest_function_of_file(p->path, p->symbol));
}

/* FUNCTION%return needs no debug information where the symbol table has the function. */
static int find_return(struct probe *p, const struct probe_text *t, const struct source_place *place)
{
	char whole[sizeof(p->symbol)];
	int err;

	if (*place->file)
		return -ENOENT;
	memcpy(whole, p->symbol, sizeof(whole));
	*strchr(p->symbol, '%') = '\0';
	err = find_symbol(p, t);
	if (err == -ENOENT)
		memcpy(p->symbol, whole, sizeof(whole));
	return err;
}

static int find_place(struct probe *p, const struct probe_text *t, const struct source_place *place)
{
	struct why why = {0};
	int err;

	if (probe_return_of(p, t, place))
		return -EINVAL;
	if (place->is_return) {
		err = find_return(p, t, place);
		if (err != -ENOENT)
			return err;
	}
	err = probe_find_places(p, place, &why);
	return err ? probe_wrong(t, "%s", why.text) : 0;
}

/* FUNCTION+OFFSET; or one that is only inlined, or known by a longer name */
static int find_other(struct probe *p, const struct probe_text *t, const struct source_place *place)
{
	char *plus = strchr(p->symbol, '+');
	struct why why = {0};
	int err;

	if (plus) {
		err = probe_read_offset(p, t, plus);
		if (!err)
			err = find_symbol(p, t);
		return err == -ENOENT ? no_symbol(p, t) : err;
	}
	err = probe_find_places(p, place, &why);
	return err ? no_symbol(p, t) : 0;
}

static int find_function(struct probe *p, const struct probe_text *t)
{
	struct source_place place;
	struct why why = {0};
	int err = find_symbol(p, t);

	if (err != -ENOENT)
		return err;
	if (source_place_parse(&place, p->symbol, &why))
		return probe_wrong(t, "%s", why.text);
	return source_place_is_more(&place) ? find_place(p, t, &place) : find_other(p, t, &place);
}

static int find(struct probe *p, const struct probe_text *t, const struct word *w)
{
	const char *colon = find_program(p, t, w);
	struct probe_text symbol = *t;
	struct word name;
	int64_t offset;

	if (!colon)
		return -EINVAL;
	name = (struct word){colon + 1, w->length - (size_t)(colon + 1 - w->text), w->column};
	if (!word_copy(p->symbol, sizeof(p->symbol), &name))
		return probe_wrong(t, "the name is too long");
	symbol.at = name.text;
	if (p->found.n) /* the places are known */
		return 0;
	if (!isdigit((unsigned char)*symbol.at))
		return find_function(p, &symbol);
	if (text_number(&symbol, &offset) || (*symbol.at && !isspace((unsigned char)*symbol.at)) || offset <= 0)
		return probe_wrong(&symbol, "not an offset in the file");
	return functions_add(&p->found, p->symbol, (uint64_t)offset);
}

int probe_define_user(struct probe *p, struct probe_text *t)
{
	struct word w = text_to_blank(t);

	if (!*p->name && !memchr(w.text, ':', w.length)) {
		if (!word_copy(p->name, sizeof(p->name), &w))
			return probe_wrong(t, "the name is longer than %d characters", PROBE_NAME - 1);
		t->at += w.length;
		text_skip_spaces(t);
		w = text_to_blank(t);
	}
	if (!memchr(w.text, ':', w.length))
		return probe_wrong(t, "PROGRAM:FUNCTION or PROGRAM:0xOFFSET is missing here");
	if (find(p, t, &w))
		return -EINVAL;
	t->at += w.length;
	return 0;
}
