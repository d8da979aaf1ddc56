// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Arguments as kernels take them (Documentation/trace/kprobetrace.rst), and by name:
 *
 *	argument := [ NAME "=" ] fetch [ ":" TYPE ]
 */
#include "arguments.h"

#include "base/near.h"
#include "btf_names.h"
#include "dwarf_names.h"
#include "fetch.h"
#include "names.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- types ---- */

static int set_text(struct probe_argument *a, const struct probe_text *t)
{
	if (probe_is_text_field(a))
		return 0;
	if (probe_is_field(a) && a->field.size != sizeof(uint64_t))
		return probe_wrong(t, "%s has %u bytes: it is no address of a string", a->field.name, a->field.size);
	if (a->fetch.base != PROBE_COMM)
		a->fetch.kind = PROBE_TEXT_AT;
	a->show = SHOW_TEXT;
	return 0;
}

/* b3@5/32: three bits, from the fifth, of a word of 32 */
static int take_bits(struct probe_argument *a, struct probe_text *t)
{
	int64_t bits, shift, word;

	if (text_number(t, &bits) || !text_take(t, "@") || text_number(t, &shift) || !text_take(t, "/") ||
		text_number(t, &word))
		return probe_wrong(t, "a bit field is bWIDTH@OFFSET/WORD, as in b3@5/32");
	if ((word != 8 && word != 16 && word != 32 && word != 64) || bits < 1 || shift < 0 || shift + bits > word)
		return probe_wrong(t, "the bits do not lie in a word of 8, 16, 32 or 64");
	if (probe_is_field(a) && word / 8 > a->field.size)
		return probe_wrong(t, "%s has %u bits", a->field.name, 8 * a->field.size);
	a->fetch.size = (uint32_t)word / 8;
	a->fetch.is_signed = false;
	a->fetch.bits = (uint32_t)bits;
	a->fetch.shift = (uint32_t)shift;
	a->show = SHOW_UNSIGNED;
	return 0;
}

static const char *const types[] = {"u64", "u32", "u16", "u8", "s64",	 "s32",		"s16",	 "s8",
									"x64", "x32", "x16", "x8", "string", "ustring", "symbol"};

bool probe_is_type(const char *text, size_t length)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (length == strlen(types[i]) && !strncmp(text, types[i], length))
			return true;
	return length > 1 && strchr("usxb", *text) && isdigit((unsigned char)text[1]);
}

static int no_such_type(const struct probe_text *t)
{
	char hint[NEAREST_HINT], name[PROBE_NAME] = "";
	struct word word = text_name(t);
	struct nearest nearest;

	word_copy(name, sizeof(name), &word);
	nearest_begin(&nearest, name);
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		nearest_offer(&nearest, types[i]);
	nearest_hint(hint, sizeof(hint), &nearest);
	return probe_wrong(t, "no such type%s",
					   *hint ? hint : "; there are u8..u64, s8..s64, x8..x64, b3@5/32, string, ustring, symbol");
}

static int take_sized(struct probe_argument *a, struct probe_text *t)
{
	static const char letters[] = "sux";
	static const enum probe_show shows[] = {SHOW_SIGNED, SHOW_UNSIGNED, SHOW_HEX};
	const char *letter = *t->at ? strchr(letters, *t->at) : NULL;
	struct probe_text start = *t;
	int64_t bits;

	t->at += !!letter;
	if (!letter || text_number(t, &bits) || (bits != 8 && bits != 16 && bits != 32 && bits != 64))
		return no_such_type(&start);
	a->show = shows[letter - letters];
	a->fetch.size = (uint32_t)bits / 8;
	a->fetch.is_signed = *letter == 's';
	if (probe_is_field(a) && a->fetch.size > a->field.size) { /* it is made longer by its own sign */
		a->fetch.size = a->field.size;
		a->fetch.is_signed = a->field.is_signed;
	}
	a->fetch.bits = a->fetch.shift = 0;
	a->fetch.kind = PROBE_NUMBER;
	return 0;
}

static int take_type(struct probe_argument *a, struct probe_text *t)
{
	struct probe_text start = *t;

	if (text_take(t, "string") || text_take(t, "ustring"))
		return set_text(a, &start);
	if (probe_is_text_field(a))
		return probe_wrong(t, "%s is a string", a->field.name);
	if (text_take(t, "symbol")) {
		a->show = SHOW_SYMBOL;
		return 0;
	}
	return text_take(t, "b") ? take_bits(a, t) : take_sized(a, t);
}

static const char *before_indexes(const char *from, const char *to)
{
	while (to > from && to[-1] == ']') {
		const char *open = memrchr(from, '[', (size_t)(to - from));

		to = open ? open : from;
	}
	return to;
}

/* An argument without a name of its own gets that of the last member of its expression, else argN. */
static void name_argument(const struct probe *p, struct probe_argument *a, const char *from, const char *to)
{
	const char *start;

	to = before_indexes(from, to);
	start = to;
	while (start > from && (isalnum((unsigned char)start[-1]) || start[-1] == '_'))
		start--;
	if (start < to && !isdigit((unsigned char)*start) && *from != '%' && *from != '@')
		snprintf(a->name, sizeof(a->name), "%.*s", (int)(to - start), start);
	else if (*from == '%')
		snprintf(a->name, sizeof(a->name), "%.*s", (int)(to - from - 1), from + 1);
	else
		snprintf(a->name, sizeof(a->name), "arg%u", p->narguments);
}

/* "name=" */
static bool take_given_name(struct probe_argument *a, struct probe_text *t)
{
	struct word name = text_name(t);

	if (!name.length || name.text[name.length] != '=' || !word_copy(a->name, sizeof(a->name), &name))
		return false;
	t->at += name.length + 1;
	return true;
}

static int add_one(struct probe *p, struct probe_text *t)
{
	struct probe_argument *a;
	const char *start;
	bool named;
	int err;

	a = probe_new_argument(p, t);
	if (!a)
		return -EINVAL;
	named = take_given_name(a, t);
	start = t->at;
	err = probe_parse_fetch(p, a, t);
	if (!err && !named)
		name_argument(p, a, start, t->at);
	if (!err && text_take(t, ":"))
		err = take_type(a, t);
	/* as $retval->MEMBER where types are not known */
	if (!err && *t->at && strchr("-.[", *t->at) && probe_name_problem())
		return probe_wrong(t, "%s", probe_name_problem());
	if (!err && *t->at && !isspace((unsigned char)*t->at))
		return probe_wrong(t, "the argument should end here");
	return err;
}

static int add_parameter(void *arg, const char *name)
{
	struct probe_text t = text_begin(name, "prototype");

	return add_one(arg, &t);
}

/* "$$args" stands for all parameters of the function. */
static int add_all(struct probe *p, struct probe_text *t)
{
	struct dwarf_spot spot;
	struct why why = {0};
	int n;

	if (p->target == TARGET_TRACEPOINT || !probe_names_arguments(p))
		return probe_wrong(t, "$$args is for one function, whose types are known");
	spot = probe_spot(p);
	if (p->target == TARGET_USER || p->places.list)
		n = dwarf_arguments(&spot, add_parameter, p, &why);
	else
		n = btf_arguments(p->found.list[0].name, add_parameter, p, NULL, &why);
	if (n < 0)
		return *why.text ? probe_wrong(t, "%s", why.text) : n;
	return 0;
}

int probe_add_argument(struct probe *p, struct probe_text *t)
{
	return text_take(t, "$$args") ? add_all(p, t) : add_one(p, t);
}
