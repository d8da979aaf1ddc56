// SPDX-License-Identifier: GPL-2.0-or-later
#include "definition.h"

#include "base/log.h"
#include "sys/elf_functions.h"
#include "sys/suggest.h"
#include "arguments.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As far as the next blank */
static struct word next_word(const struct probe_text *t)
{
	return (struct word){t->at, strcspn(t->at, " \t"), text_column(t)};
}

/* ---- which function ---- */

/* Has it only characters of NAME+0x10, MODULE:NAME and globs? */
static bool is_symbol(const struct word *w)
{
	for (size_t i = 0; i < w->length; i++)
		if (!isalnum((unsigned char)w->text[i]) && !strchr("_.+:*?", w->text[i]))
			return false;
	return w->length && !isdigit((unsigned char)*w->text);
}

static int read_offset(struct probe *p, const struct probe_text *t, char *plus)
{
	struct probe_text offset = text_begin(plus + 1, t->what);
	int64_t value;

	if (text_number(&offset, &value) || *offset.at || value < 0)
		return probe_wrong(t, "%s is not an offset", plus);
	p->offset = (uint64_t)value;
	*plus = '\0';
	return 0;
}

/* Takes the word as a kernel symbol. Returns how many functions have that name, or -errno after a message */
static int find_kernel(struct probe *p, const struct probe_text *t, const struct word *w)
{
	char *plus, *colon;
	int err;

	*p->symbol = '\0';
	if (!is_symbol(w) || !word_copy(p->symbol, sizeof(p->symbol), w))
		return 0;
	/* kprobe_events takes MODULE:NAME; here the name is enough */
	colon = strchr(p->symbol, ':');
	if (colon)
		memmove(p->symbol, colon + 1, strlen(colon));
	plus = strchr(p->symbol, '+');
	p->offset = 0;
	err = plus ? read_offset(p, t, plus) : 0;
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
	struct word name = next_word(t), symbol;
	int n = find_kernel(p, t, &name);

	t->at += name.length;
	if (n)
		return n < 0 ? n : 0;
	text_skip_spaces(t);
	if (!*t->at)
		return no_kernel(p, &first);
	if (!word_copy(p->name, sizeof(p->name), &name))
		return probe_wrong(&first, "the name is longer than %d characters", PROBE_NAME - 1);
	second = *t;
	symbol = next_word(t);
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

static int find_user_symbol(struct probe *p, const struct probe_text *t)
{
	int err = functions_of_file(&p->found, p->path, p->symbol, false);
	char *plus = strchr(p->symbol, '+');

	if (!err && !p->found.n && plus) {
		err = read_offset(p, t, plus);
		if (!err)
			err = functions_of_file(&p->found, p->path, p->symbol, false);
	}
	if (err)
		return probe_wrong(t, "%s: %s", p->path, err == -ENOEXEC ? "not an ELF program or library" : strerror(-err));
	functions_drop_aliases(&p->found, 0);
	if (p->found.n)
		return 0;
	return probe_wrong(t, "%s has no function %s in its symbol tables%s", p->path, p->symbol,
					   suggest_function_of_file(p->path, p->symbol));
}

static const char *no_library(const char *name)
{
	const char *hint = suggest_library(name);

	return *hint ? hint : ": give its path";
}

/* PROGRAM:SYMBOL, PROGRAM:SYMBOL+OFFSET or PROGRAM:0xOFFSET */
static int find_user(struct probe *p, const struct probe_text *t, const struct word *w)
{
	const char *colon = memrchr(w->text, ':', w->length);
	struct word path = {w->text, (size_t)(colon - w->text), w->column};
	struct word name = {colon + 1, w->length - path.length - 1, w->column};
	struct probe_text symbol = *t;
	char program[4096];
	int64_t offset;

	symbol.at = name.text;
	if (!word_copy(program, sizeof(program), &path) || !word_copy(p->symbol, sizeof(p->symbol), &name))
		return probe_wrong(t, "the name is too long");
	if (library_find(program, p->path, sizeof(p->path)))
		return probe_wrong(t, "no program or library %s%s", program, no_library(program));
	if (!isdigit((unsigned char)*symbol.at))
		return find_user_symbol(p, &symbol);
	if (text_number(&symbol, &offset) || (*symbol.at && !isspace((unsigned char)*symbol.at)) || offset <= 0)
		return probe_wrong(&symbol, "not an offset in the file");
	return functions_add(&p->found, p->symbol, (uint64_t)offset);
}

static int define_user(struct probe *p, struct probe_text *t)
{
	struct word w = next_word(t);

	if (!memchr(w.text, ':', w.length)) {
		if (!word_copy(p->name, sizeof(p->name), &w))
			return probe_wrong(t, "the name is longer than %d characters", PROBE_NAME - 1);
		t->at += w.length;
		text_skip_spaces(t);
		w = next_word(t);
	}
	if (!memchr(w.text, ':', w.length))
		return probe_wrong(t, "PROGRAM:FUNCTION or PROGRAM:0xOFFSET is missing here");
	if (find_user(p, t, &w))
		return -EINVAL;
	t->at += w.length;
	return 0;
}

/* ---- the whole ---- */

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

/* funccount's words: vfs_read, libc:malloc. They mean entries. One letter before a colon is a kind that there is not.
 */
static bool is_bare(const struct probe *p, const struct probe_text *t)
{
	struct word w = next_word(t);

	if (w.length < 2 || w.text[1] == ':')
		return false;
	return p->target == TARGET_USER ? memchr(w.text, ':', w.length) != NULL : is_symbol(&w);
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
	if (!*t.at)
		return probe_wrong(&t, "what is to be probed is missing here");
	err = p->target == TARGET_USER ? define_user(p, &t) : define_kernel(p, &t);
	if (err)
		return err;
	if (p->is_return && p->offset)
		return probe_wrong(&t, "a return probe is put on a function, not on an offset in it");
	name_event(p);
	for (text_skip_spaces(&t); *t.at && !err; text_skip_spaces(&t))
		err = probe_add_argument(p, &t);
	return err;
}
