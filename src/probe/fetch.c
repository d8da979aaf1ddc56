// SPDX-License-Identifier: GPL-2.0-or-later
/*
 *	fetch := %REGISTER | $argN | $retval | $comm | $stack[N] | @ADDRESS | @SYMBOL[+-OFFSET] | \NUMBER
 *	       | (+|-)[u]OFFSET "(" fetch ")" | NAME{(->|.)MEMBER}
 * and of a tracepoint
 *	fetch := FIELD | $FIELD | $comm | @ADDRESS | @SYMBOL[+-OFFSET] | \NUMBER | (+|-)[u]OFFSET "(" fetch ")"
 */
#include "fetch.h"

#include "sys/ksyms.h"
#include "fields.h"
#include "names.h"
#include "registers.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>

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

/* @ADDRESS or @SYMBOL+OFFSET: the value lies there */
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

/* What lies behind a field is of any type. */
static int from_field(struct probe_argument *a, const struct probe_text *t)
{
	if (!probe_is_field(a))
		return 0;
	if (probe_is_text_field(a))
		return probe_wrong(t, "%s is a string itself, no address", a->field.name);
	if (a->field.size != sizeof(uint64_t))
		return probe_wrong(t, "%s has %u bytes: it is no address", a->field.name, a->field.size);
	a->fetch.kind = PROBE_NUMBER;
	a->fetch.is_signed = false;
	a->show = SHOW_HEX;
	return 0;
}

/* +8(...), -u16(...) */
static int take_offset(struct probe *p, struct probe_argument *a, struct probe_text *t, int depth)
{
	bool negative = *t->at++ == '-';
	struct probe_text start;
	int64_t offset;
	int err;

	text_take(t, "u"); /* it says "user memory", but the address itself tells that */
	start = *t;
	if (text_number(t, &offset) || offset > INT32_MAX || offset < 0)
		return probe_wrong(&start, "an offset is missing here, as in +8(%%di)");
	if (!text_take(t, "("))
		return probe_wrong(t, "a ( is missing here, as in +8(%%di)");
	start = *t;
	err = take_fetch(p, a, t, depth + 1);
	if (!err)
		err = from_field(a, &start);
	if (err)
		return err;
	if (!text_take(t, ")"))
		return probe_wrong(t, "a ) is missing here");
	if (a->fetch.noffsets == PROBE_OFFSETS)
		return probe_wrong(t, "a value lies behind at most %d pointers", PROBE_OFFSETS);
	a->fetch.offsets[a->fetch.noffsets++] = (int32_t)(negative ? -offset : offset);
	return 0;
}

/* Which names there are is told by those of the fields. */
static int no_field(const struct probe *p, const struct probe_text *t)
{
	struct probe_text name = *t;
	char wanted[PROBE_NAME] = "";
	struct word word;

	if (!text_take(&name, "%"))
		text_take(&name, "$");
	word = text_name(&name);
	if (!word.length || !word_copy(wanted, sizeof(wanted), &word))
		return probe_wrong(t, "a field is missing here, as in +0($filename)");
	return probe_wrong(t, "%s:%s has no field %s%s", p->symbol, p->name, wanted, probe_suggest_field(p, wanted));
}

/* What is no field is, of a tracepoint, only the task's name. */
static bool is_for_functions(const struct probe *p, const struct probe_text *t)
{
	struct probe_text ahead = *t;

	if (p->target != TARGET_TRACEPOINT)
		return false;
	return text_take(&ahead, "%") || (text_take(&ahead, "$") && !(text_take(&ahead, "comm") && !text_letters(&ahead)));
}

static int take_fetch(struct probe *p, struct probe_argument *a, struct probe_text *t, int depth)
{
	int err;

	if (depth > PROBE_OFFSETS)
		return probe_wrong(t, "a value lies behind at most %d pointers", PROBE_OFFSETS);
	if (*t->at == '+' || *t->at == '-')
		return take_offset(p, a, t, depth);
	if (text_take(t, "@"))
		return take_memory(a, t);
	if (text_take(t, "\\"))
		return take_constant(a, t);
	err = probe_by_name(p, a, t);
	if (err != -ENOENT)
		return err;
	if (is_for_functions(p, t))
		return no_field(p, t);
	if (text_take(t, "%"))
		return take_register(a, t);
	if (text_take(t, "$"))
		return take_variable(p, a, t);
	if (text_name(t).length && probe_name_problem())
		return probe_wrong(t, "%s", probe_name_problem());
	if (p->target == TARGET_TRACEPOINT)
		return no_field(p, t);
	return probe_wrong(t, "a value is missing here: %%register, $arg1, +8(%%di), or a parameter's name");
}

int probe_parse_fetch(struct probe *p, struct probe_argument *a, struct probe_text *t)
{
	return take_fetch(p, a, t, 0);
}
