// SPDX-License-Identifier: GPL-2.0-or-later
#include "definition.h"

#include "base/log.h"
#include "sys/suggest.h"
#include "arguments.h"
#include "define_user.h"
#include "places.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which function ---- */

/* Has it only characters of NAME+0x10, MODULE:NAME and globs? */
static bool is_symbol(const struct word *w)
{
	for (size_t i = 0; i < w->length; i++)
		if (!isalnum((unsigned char)w->text[i]) && !strchr("_.+:*?", w->text[i]))
			return false;
	return w->length && !isdigit((unsigned char)*w->text);
}

/* ---- places in the kernel's source ---- */

/* MODULE:NAME is none, and what is wrong with it is told of the name. */
static bool is_place(const struct word *w, struct source_place *to)
{
	char text[512];
	struct why unused;

	return word_copy(text, sizeof(text), w) && !source_place_parse(to, text, &unused) && source_place_is_more(to);
}

/* FUNCTION%return needs no debug information. */
static int find_return(struct probe *p, const struct source_place *place)
{
	snprintf(p->symbol, sizeof(p->symbol), "%.127s", place->function);
	return functions_of_kernel(&p->found, p->symbol, false) ? 0 : (int)p->found.n;
}

/* As find_kernel() */
static int find_kernel_place(struct probe *p, const struct probe_text *t, const struct word *w,
							 const struct source_place *place)
{
	struct why why = {0};

	if (probe_return_of(p, t, place))
		return -EINVAL;
	if (p->found.n) /* the places are known */
		return (int)p->found.n;
	if (place->is_return && !*place->file && find_return(p, place))
		return (int)p->found.n;
	word_copy(p->symbol, sizeof(p->symbol), w);
	if (probe_find_debug(p, place, &why) || probe_find_places(p, place, &why))
		return probe_wrong(t, "%s", why.text);
	return (int)p->found.n;
}

/* Debug information knows functions that are only inlined. */
static bool find_inlined(struct probe *p)
{
	struct source_place place;
	struct why unused;

	return !source_place_parse(&place, p->symbol, &unused) && !probe_find_debug(p, &place, &unused) &&
		   !probe_find_places(p, &place, &unused);
}

/* Takes the word as a kernel symbol. Returns how many functions have that name, or -errno after a message */
static int find_kernel(struct probe *p, const struct probe_text *t, const struct word *w)
{
	struct source_place place;
	char *plus, *colon;
	int err;

	if (is_place(w, &place))
		return find_kernel_place(p, t, w, &place);
	*p->symbol = '\0';
	if (!is_symbol(w) || !word_copy(p->symbol, sizeof(p->symbol), w))
		return 0;
	/* kprobe_events takes MODULE:NAME; here the name is enough */
	colon = strchr(p->symbol, ':');
	if (colon)
		memmove(p->symbol, colon + 1, strlen(colon));
	plus = strchr(p->symbol, '+');
	p->offset = 0;
	err = plus ? probe_read_offset(p, t, plus) : 0;
	functions_free(&p->found);
	if (!err)
		err = functions_of_kernel(&p->found, p->symbol, false);
	functions_sort(&p->found);
	if (err)
		return fail(err, "cannot read the kernel's functions: %s", strerror(-err));
	return (int)p->found.n;
}

/* -F probes a function even if no list has it: lists are not always complete. */
static int no_kernel(struct probe *p, const struct probe_text *t)
{
	const char *hint;

	if (p->force && p->symbol[0])
		return functions_add(&p->found, p->symbol, 0);
	if (!strncmp(p->symbol, "sys_", 4) || !strncmp(p->symbol, "SyS_", 4))
		return probe_wrong(t, "this kernel has no function %s; system calls are __x64_sys_* (arm64: __arm64_sys_*)",
						   p->symbol);
	if (!*p->symbol)
		return probe_wrong(t, "this cannot be the name of a function; -l '*PART*' lists them");
	if (find_inlined(p))
		return 0;
	hint = suggest_kernel_function(p->symbol);
	return probe_wrong(t, "this kernel has no function %s that can be probed%s", p->symbol,
					   *hint ? hint : "; -l '*PART*' lists them");
}

/* Of "NAME SYMBOL" neither is a function. NAME was meant as one if it is nearly one; then SYMBOL is an argument. */
static int no_kernel_of_two(struct probe *p, const struct probe_text *first, const struct probe_text *second)
{
	if (p->force || *suggest_kernel_function(p->symbol) || !*suggest_kernel_function(p->name))
		return no_kernel(p, second);
	memcpy(p->symbol, p->name, sizeof(p->name));
	return no_kernel(p, first);
}

/* "p:X ..." probes X. "p:NAME X ..." also probes X if there is no function NAME. */
static int define_kernel(struct probe *p, struct probe_text *t)
{
	struct probe_text first = *t, second;
	struct word name = text_to_blank(t), symbol;
	int n = find_kernel(p, t, &name);

	t->at += name.length;
	if (n)
		return n < 0 ? n : 0;
	text_skip_spaces(t);
	if (!*t->at || *p->name)
		return no_kernel(p, &first);
	if (!word_copy(p->name, sizeof(p->name), &name))
		return probe_wrong(&first, "the name is longer than %d characters", PROBE_NAME - 1);
	second = *t;
	symbol = text_to_blank(t);
	n = find_kernel(p, t, &symbol);
	t->at += symbol.length;
	/* the second word is an argument, so the first one was meant as the function */
	if (!n && !*p->symbol && is_symbol(&name)) {
		memcpy(p->symbol, p->name, name.length + 1);
		return no_kernel(p, &first);
	}
	if (!n)
		return no_kernel_of_two(p, &first, &second);
	return n < 0 ? n : 0;
}

/* ---- the whole ---- */

/* perf probe's NAME=PLACE */
static int take_name(struct probe *p, struct probe_text *t)
{
	struct probe_text ahead = *t;
	struct word name;

	if (!text_take_name(&ahead, &name) || text_next(&ahead) != '=')
		return 0;
	if (!word_copy(p->name, sizeof(p->name), &name))
		return probe_wrong(t, "the name is longer than %d characters", PROBE_NAME - 1);
	t->at = ahead.at + 1;
	return 0;
}

/* An event's name is an identifier. Without a name, the event is called after the symbol. */
static void name_event(struct probe *p)
{
	if (!*p->name)
		snprintf(p->name, sizeof(p->name), "%.*s", PROBE_NAME - 1, p->symbol);
	for (char *c = p->name; *c; c++)
		if (!isalnum((unsigned char)*c))
			*c = '_';
}

static bool begins_with_kind(const struct probe_text *t)
{
	return (*t->at == 'p' || *t->at == 'r') && t->at[1] && strchr(": \t", t->at[1]);
}

/* funccount's and perf probe's words: vfs_read, libc:malloc, opened=do_sys_open:3. They mean entries. One letter before
 * a colon is a kind that there is not. */
static bool is_bare(const struct probe *p, const struct probe_text *t)
{
	struct word w = text_to_blank(t);
	struct source_place unused;
	size_t name = text_letters(t);

	if (w.length < 2 || w.text[1] == ':')
		return false;
	if (p->target == TARGET_USER)
		return memchr(w.text, ':', w.length) != NULL;
	if (name < w.length && w.text[name] == '=')
		return true;
	return is_symbol(&w) || is_place(&w, &unused);
}

int probe_define(struct probe *p, const char *definition)
{
	struct probe_text t = text_begin(definition, "definition");
	int err;

	text_skip_spaces(&t);
	if (begins_with_kind(&t)) {
		p->is_return = *t.at == 'r';
		t.at += 2;
	} else if (!is_bare(p, &t)) {
		return probe_wrong(&t, "a probe begins with p: (entry) or r: (return)");
	}
	text_skip_spaces(&t);
	err = take_name(p, &t);
	if (err)
		return err;
	if (!*t.at)
		return probe_wrong(&t, "what is to be probed is missing here");
	err = p->target == TARGET_USER ? probe_define_user(p, &t) : define_kernel(p, &t);
	if (err)
		return err;
	if (p->is_return && p->offset)
		return probe_wrong(&t, "a return probe is put on a function, not on an offset in it");
	name_event(p);
	for (text_skip_spaces(&t); *t.at && !err; text_skip_spaces(&t))
		err = probe_add_argument(p, &t);
	return err;
}
