// SPDX-License-Identifier: GPL-2.0-or-later
#include "names.h"

#include "base/log.h"
#include "btf_names.h"
#include "dwarf_names.h"
#include "fields.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

static struct why problem;

const char *probe_name_problem(void)
{
	return *problem.text ? problem.text : NULL;
}

/* For a tracepoint an expression is the name of a field. $NAME is what the record has: of a char * the address. */
static int field_by_name(struct probe *p, struct probe_argument *a, struct probe_text *t)
{
	struct probe_text ahead = *t;
	bool plain = text_take(&ahead, "$");
	struct word word = text_name(&ahead);
	char name[PROBE_NAME];
	int err;

	if (!word.length || !word_copy(name, sizeof(name), &word))
		return -ENOENT;
	err = probe_field(p, a, name);
	if (err == -ENOTSUP)
		return probe_wrong(t, "%s is neither a number nor a string", name);
	if (err)
		return err;
	if (plain && a->fetch.kind == PROBE_TEXT_AT) {
		a->fetch.kind = PROBE_NUMBER;
		a->show = SHOW_HEX;
	}
	t->at = word.text + word.length;
	return 0;
}

/* An expression ends at a blank, at the ':' of a type, or at the parenthesis around it. */
static size_t expression_length(const char *text)
{
	int open = 0;
	size_t n = 0;

	for (; text[n] && !isspace((unsigned char)text[n]) && text[n] != ':'; n++) {
		open += text[n] == '(';
		if (text[n] == ')' && !open--)
			break;
	}
	return n;
}

static int set_place(struct probe_argument *a, int word)
{
	a->from = word == PROBE_RETURNED ? FROM_RETURN : FROM_ARGUMENT;
	a->number = word == PROBE_RETURNED ? 0 : (uint32_t)word;
	a->fetch.base = PROBE_CONTEXT;
	return 0;
}

/* Without debug information $retval itself is still known: fetch.c takes it, without a type. */
static int by_debug_information(struct probe *p, struct probe_argument *a, struct probe_text expression,
								struct probe_type *type)
{
	struct dwarf_spot spot = probe_spot(p);
	int err = dwarf_argument(&spot, expression, p->is_return, &a->fetch, type, &problem);

	if (err && text_take(&expression, "$retval") && !text_next(&expression))
		return -ENOENT;
	if (err)
		return err;
	if (a->fetch.base == PROBE_CONSTANT)
		a->from = FROM_ELSEWHERE;
	else /* at a return only one register is known */
		a->from = p->is_return ? FROM_RETURN : FROM_REGISTER;
	a->number = (uint32_t)a->fetch.at;
	return 0;
}

static int kernel_by_name(struct probe *p, struct probe_argument *a, struct probe_text expression,
						  struct probe_type *type)
{
	int word, err;

	if (p->places.list)
		return by_debug_information(p, a, expression, type);
	if (p->offset)
		return because_at(&problem, -ENOENT, 0, "behind an offset arguments have no names");
	err = btf_argument(p->found.list[0].name, expression, p->is_return, &a->fetch, &word, type, &problem);
	return err ? err : set_place(a, word);
}

/* Needs one function: others have other arguments. */
static int function_by_name(struct probe *p, struct probe_argument *a, struct probe_text *t)
{
	size_t length = expression_length(t->at);
	struct probe_text expression = text_piece(t, length), wrong = *t;
	struct probe_type type = {0};
	int err;

	if (p->found.n > 1 && !probe_names_arguments(p))
		return because_at(&problem, -ENOENT, 0, "%s is %zu functions here: arguments have names where it is one",
						  p->symbol, p->found.n);
	if (!probe_names_arguments(p))
		return -ENOENT;
	err = p->target == TARGET_USER ? by_debug_information(p, a, expression, &type)
								   : kernel_by_name(p, a, expression, &type);
	if (err == -ENOENT && problem.column <= 1)
		return -ENOENT;
	if (err) {
		wrong.at += problem.column ? problem.column - 1 : 0;
		return probe_wrong(&wrong, "%s", problem.text);
	}
	a->show = type.show;
	a->btf_type = type.type;
	memcpy(a->type, type.name, sizeof(a->type));
	t->at += length;
	return 0;
}

int probe_by_name(struct probe *p, struct probe_argument *a, struct probe_text *t)
{
	*problem.text = '\0';
	if (p->target == TARGET_TRACEPOINT)
		return field_by_name(p, a, t);
	if (text_name(t).length || !strncmp(t->at, "$retval", 7) || *t->at == '*' || *t->at == '(')
		return function_by_name(p, a, t);
	return -ENOENT;
}

int probe_prototype(char *to, size_t size, const char *function)
{
	struct why why = {0};
	int n = btf_prototype(to, size, function, &why);

	return n < 0 ? fail(n, "%s", why.text) : 0;
}

int probe_user_prototype(char *to, size_t size, const char *path, uint64_t offset)
{
	const struct dwarf_spot spot = {{path, false}, offset, 0};
	struct why why = {0};
	int n = dwarf_prototype(to, size, &spot, &why);

	return n < 0 ? fail(n, "%s", why.text) : 0;
}
