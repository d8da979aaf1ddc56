// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Arguments, in the kernel's own syntax (Documentation/trace/kprobetrace.rst) and by name:
 *
 *	argument := [ NAME "=" ] fetch [ ":" TYPE ]
 *	fetch    := %REGISTER | $argN | $retval | $comm | $stack[N] | @ADDRESS | @SYMBOL[+-OFFSET] | \NUMBER
 *	          | (+|-)[u]OFFSET "(" fetch ")" | NAME{(->|.)MEMBER}
 */
#include "sys/ksyms.h"
#include "btf_names.h"
#include "dwarf_names.h"
#include "names.h"
#include "probe.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the base ---- */

static int take_register(struct probe_argument *a, struct probe_text *t)
{
	struct word name = text_name(t);
	int offset = register_offset(name.text, name.length);

	if (offset < 0)
		return probe_wrong(t, "this processor has no register of this name");
	t->at += name.length;
	a->from = FROM_REGISTER;
	a->number = (uint32_t)offset;
	a->fetch.base = PROBE_CONTEXT;
	return 0;
}

static int take_stack(struct probe_argument *a, struct probe_text *t)
{
	int64_t n;

	a->fetch.base = PROBE_CONTEXT;
	a->from = FROM_REGISTER;
	a->number = (uint32_t)register_of_stack();
	if (!isdigit((unsigned char)*t->at))
		return 0;
	if (text_number(t, &n) || n > 1 << 20)
		return probe_wrong(t, "not a number of words on the stack");
	a->fetch.offsets[a->fetch.noffsets++] = (int32_t)n * 8;
	return 0;
}

static int take_numbered(struct probe *p, struct probe_argument *a, struct probe_text *t)
{
	int64_t n;

	if (text_number(t, &n) || n < 1)
		return probe_wrong(t, "arguments are $arg1, $arg2 and so on");
	if (register_of_argument((unsigned)n - 1) < 0)
		return probe_wrong(t, "only the arguments in registers can be fetched");
	if (p->is_return && p->target == TARGET_USER)
		return probe_wrong(t, "at a return the arguments are gone");
	a->from = FROM_ARGUMENT;
	a->number = (uint32_t)n - 1;
	a->fetch.base = PROBE_CONTEXT;
	return 0;
}

static int take_retval(struct probe *p, struct probe_argument *a, const struct probe_text *start)
{
	if (!p->is_return)
		return probe_wrong(start, "$retval is for returns: begin the probe with r:");
	a->from = FROM_RETURN;
	a->fetch.base = PROBE_CONTEXT;
	return 0;
}

static int take_variable(struct probe *p, struct probe_argument *a, struct probe_text *t)
{
	struct probe_text start = {.all = t->all, .at = t->at - 1, .what = t->what};

	if (text_take(t, "arg"))
		return take_numbered(p, a, t);
	if (text_take(t, "retval"))
		return take_retval(p, a, &start);
	if (text_take(t, "stack"))
		return take_stack(a, t);
	if (!text_take(t, "comm"))
		return probe_wrong(t, "unknown; there are $argN, $retval, $comm, $stack and $stackN");
	a->fetch.base = PROBE_COMM;
	a->fetch.size = TASK_COMM;
	a->show = SHOW_TEXT;
	return 0;
}

/* @ADDRESS or @SYMBOL+OFFSET: what lies there */
static int take_memory(struct probe_argument *a, struct probe_text *t)
{
	struct word word = text_name(t);
	char name[PROBE_NAME * 2];
	int64_t address, offset = 0;

	if (!word.length) {
		if (text_number(t, &address))
			return probe_wrong(t, "an address or a symbol is missing here");
	} else {
		snprintf(name, sizeof(name), "%.*s", (int)word.length, word.text);
		if (ksym_address(name, (uint64_t *)&address))
			return probe_wrong(t, "%s", ksyms_problem() ? ksyms_problem() : "the kernel has no such symbol");
		t->at += word.length;
		if ((*t->at == '+' || *t->at == '-') && text_number(t, &offset))
			return probe_wrong(t, "an offset is missing here");
	}
	a->fetch.base = PROBE_CONSTANT;
	a->fetch.at = (uint64_t)(address + offset);
	a->fetch.offsets[a->fetch.noffsets++] = 0;
	return 0;
}

static int take_constant(struct probe_argument *a, struct probe_text *t)
{
	int64_t value;

	if (text_number(t, &value))
		return probe_wrong(t, "a number is missing here");
	a->fetch.base = PROBE_CONSTANT;
	a->fetch.at = (uint64_t)value;
	return 0;
}

/* ---- with what is around it ---- */

static int take_fetch(struct probe *p, struct probe_argument *a, struct probe_text *t, int depth);

/* +8(...), -u16(...) */
static int take_offset(struct probe *p, struct probe_argument *a, struct probe_text *t, int depth)
{
	bool negative = *t->at++ == '-';
	struct probe_text start;
	int64_t offset;
	int err;

	text_take(t, "u"); /* user memory: an address says so itself */
	start = *t;
	if (text_number(t, &offset) || offset > INT32_MAX || offset < 0)
		return probe_wrong(&start, "an offset is missing here, as in +8(%%di)");
	if (!text_take(t, "("))
		return probe_wrong(t, "a ( is missing here, as in +8(%%di)");
	err = take_fetch(p, a, t, depth + 1);
	if (err)
		return err;
	if (!text_take(t, ")"))
		return probe_wrong(t, "a ) is missing here");
	if (a->fetch.noffsets == PROBE_OFFSETS)
		return probe_wrong(t, "a value lies behind at most %d pointers", PROBE_OFFSETS);
	a->fetch.offsets[a->fetch.noffsets++] = (int32_t)(negative ? -offset : offset);
	return 0;
}

static int take_fetch(struct probe *p, struct probe_argument *a, struct probe_text *t, int depth)
{
	int err;

	if (depth > PROBE_OFFSETS)
		return probe_wrong(t, "a value lies behind at most %d pointers", PROBE_OFFSETS);
	if (text_take(t, "%"))
		return take_register(a, t);
	if (*t->at == '+' || *t->at == '-')
		return take_offset(p, a, t, depth);
	if (text_take(t, "@"))
		return take_memory(a, t);
	if (text_take(t, "\\"))
		return take_constant(a, t);
	err = probe_by_name(p, a, t);
	if (err != -ENOENT)
		return err;
	if (text_take(t, "$"))
		return take_variable(p, a, t);
	if (text_name(t).length && probe_name_problem())
		return probe_wrong(t, "%s", probe_name_problem());
	return probe_wrong(t, "a value is missing here: %%register, $arg1, +8(%%di), or a parameter's name");
}

int probe_parse_fetch(struct probe *p, struct probe_argument *a, struct probe_text *t)
{
	return take_fetch(p, a, t, 0);
}

/* ---- types ---- */

static int set_text(struct probe_argument *a)
{
	if (a->fetch.base != PROBE_COMM)
		a->fetch.kind = PROBE_TEXT_AT;
	a->show = SHOW_TEXT;
	return 0;
}

/* b3@5/32: three bits from the fifth of a word of 32 */
static int take_bits(struct probe_argument *a, struct probe_text *t)
{
	int64_t bits, shift, word;

	if (text_number(t, &bits) || !text_take(t, "@") || text_number(t, &shift) || !text_take(t, "/") ||
		text_number(t, &word))
		return probe_wrong(t, "a bit field is bWIDTH@OFFSET/WORD, as in b3@5/32");
	if ((word != 8 && word != 16 && word != 32 && word != 64) || bits < 1 || shift < 0 || shift + bits > word)
		return probe_wrong(t, "the bits do not lie in a word of 8, 16, 32 or 64");
	a->fetch.size = (uint32_t)word / 8;
	a->fetch.bits = (uint32_t)bits;
	a->fetch.shift = (uint32_t)shift;
	a->show = SHOW_UNSIGNED;
	return 0;
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
		return probe_wrong(&start,
						   "no such type; there are u8..u64, s8..s64, x8..x64, b3@5/32, string, ustring, symbol");
	a->show = shows[letter - letters];
	a->fetch.size = (uint32_t)bits / 8;
	a->fetch.is_signed = *letter == 's';
	a->fetch.bits = a->fetch.shift = 0;
	a->fetch.kind = PROBE_NUMBER;
	return 0;
}

static int take_type(struct probe_argument *a, struct probe_text *t)
{
	if (text_take(t, "string") || text_take(t, "ustring"))
		return set_text(a);
	if (text_take(t, "symbol")) {
		a->show = SHOW_SYMBOL;
		return 0;
	}
	return text_take(t, "b") ? take_bits(a, t) : take_sized(a, t);
}

/* What an argument without a name of its own is called: the last member of its expression, else argN */
static void name_argument(const struct probe *p, struct probe_argument *a, const char *from, const char *to)
{
	const char *start = to;

	while (start > from && (isalnum((unsigned char)start[-1]) || start[-1] == '_'))
		start--;
	if (start < to && !isdigit((unsigned char)*start) && *from != '%' && *from != '@')
		snprintf(a->name, sizeof(a->name), "%.*s", (int)(to - start), start);
	else if (*from == '%')
		snprintf(a->name, sizeof(a->name), "%.*s", (int)(to - from - 1), from + 1);
	else
		snprintf(a->name, sizeof(a->name), "arg%u", p->narguments);
}

/* "name=" but not "a==b" */
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
	err = take_fetch(p, a, t, 0);
	if (!err && !named)
		name_argument(p, a, start, t->at);
	if (!err && text_take(t, ":"))
		err = take_type(a, t);
	if (!err && *t->at && strchr("-.[", *t->at) && probe_name_problem()) /* $retval->MEMBER where types are not known */
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

/* "$$args": all parameters of the function */
static int add_all(struct probe *p, struct probe_text *t)
{
	struct why why = {0};
	int n;

	if (p->target == TARGET_TRACEPOINT || p->found.n != 1)
		return probe_wrong(t, "$$args is for one function, whose types are known");
	if (p->target == TARGET_USER)
		n = dwarf_arguments(p->path, p->found.list[0].address + p->offset, add_parameter, p, &why);
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
