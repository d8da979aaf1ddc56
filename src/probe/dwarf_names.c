// SPDX-License-Identifier: GPL-2.0-or-later
#include "dwarf_names.h"

#ifdef KTALLY_HAS_libdw
#include "dwarf_members.h"
#include "dwarf_locate.h"
#include "enums.h"
#include "registers.h"

#include <dwarf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

struct at {
	struct dtype type;
	bool user;	  /* everything lies in user space */
	Dwarf *dwarf; /* where to look for types */
};

static struct dtype type_of(const void *at)
{
	return ((const struct at *)at)->type;
}

static bool is_float(struct dtype t)
{
	unsigned encoding = dtype_encoding(t);

	return encoding == DW_ATE_float || encoding == DW_ATE_complex_float;
}

static enum type_kind kind(const void *at)
{
	struct dtype t = type_of(at);

	switch (dtype_tag(&t)) {
	case DW_TAG_pointer_type:
		return TYPE_POINTER;
	case DW_TAG_base_type:
		return is_float(t) ? TYPE_FLOAT : TYPE_NUMBER;
	case DW_TAG_enumeration_type:
		return TYPE_ENUM;
	case DW_TAG_array_type:
		return TYPE_ARRAY;
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		return TYPE_STRUCT;
	}
	return TYPE_OTHER;
}

static bool is_char(const void *at)
{
	return dtype_is_char(type_of(at));
}

static int64_t size(const void *at)
{
	return dtype_size(type_of(at));
}

static int text(const void *at, char *to, size_t room)
{
	return dtype_text(to, room, type_of(at));
}

static bool keep_constants(struct dtype t, __u32 *id, bool *is_signed)
{
	struct constants *e;
	unsigned n = 0;
	Dwarf_Die child;
	Dwarf_Attribute attr;
	Dwarf_Sword value;

	*is_signed = false;
	if (dwarf_child(&t.die, &child))
		return false;
	do
		n += dwarf_tag(&child) == DW_TAG_enumerator;
	while (!dwarf_siblingof(&child, &child));
	e = enum_begin(n, (unsigned)dtype_size(t));
	if (!e || dwarf_child(&t.die, &child))
		return false;
	do {
		if (dwarf_tag(&child) != DW_TAG_enumerator)
			continue;
		value = 0;
		dwarf_formsdata(dwarf_attr(&child, DW_AT_const_value, &attr), &value);
		*is_signed |= value < 0;
		if (!enum_add(e, dwarf_diename(&child) ? dwarf_diename(&child) : "?", (uint64_t)value))
			return false;
	} while (!dwarf_siblingof(&child, &child));
	*id = enum_end(e);
	return true;
}

static bool show(const void *at, struct probe_type *type)
{
	struct dtype t = dtype_skip(type_of(at));
	unsigned encoding = dtype_encoding(t);
	bool is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;

	type->show = encoding == DW_ATE_boolean ? SHOW_BOOL : SHOW_UNSIGNED;
	if (kind(at) == TYPE_ENUM && keep_constants(t, &type->type, &is_signed))
		type->show = SHOW_ENUM;
	return is_signed;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): struct type_ops */
static void inner(void *at, uint64_t *count, bool *user)
{
	*user |= ((struct at *)at)->user;
	((struct at *)at)->type = dtype_inner(type_of(at), count);
}

static bool find(void *at, const struct step *cast)
{
	struct at *a = at;

	return dtype_find(a->dwarf, cast->tag, &cast->name, &a->type);
}

static int member(void *at, const struct word *name, struct part *to, struct near *near)
{
	struct at *a = at;

	if (!dtype_complete(a->dwarf, &a->type))
		return -ENODATA;
	return dtype_member(a->type, name, &a->type, to, near) ? 0 : -ENOENT;
}

static const struct type_ops ops = {"the debug information", kind, is_char, size, text, show, inner, find, member};

static int begin_returned(const struct dwarf_function *f, const struct word *base, struct place *to, struct dtype *type,
						  struct why *why)
{
	Dwarf_Die die = f->die;

	*type = dtype_of(&die);
	if (type->is_void)
		return because_at(why, -ENOENT, base->column, "%s returns nothing", dwarf_diename(&die));
	if (dtype_is_composite(type))
		return because_at(why, -ENOTSUP, base->column, "%s returns a struct: where is not known", dwarf_diename(&die));
	to->fetch->base = PROBE_CONTEXT;
	to->fetch->at = (__u64)register_of_return();
	return 0;
}

static int begin(const struct dwarf_function *f, const struct word *base, bool is_return, struct place *to,
				 struct dtype *type, struct why *why)
{
	struct dvariable v;
	int err = walk_base(base, is_return, "variables", why);

	if (err)
		return err;
	if (*base->text == '$')
		return begin_returned(f, base, to, type, why);
	if (is_return)
		return because_at(why, -ENOTSUP, base->column,
						  "at a program's return its variables are gone; there is $retval");
	err = dwarf_variable(f, base, &v, why);
	if (!err)
		err = dwarf_locate(f, &v, base, to, why);
	if (!err)
		*type = dtype_of(&v.die);
	return err;
}

int dwarf_argument(const struct dwarf_spot *spot, struct probe_text expression, bool is_return, struct probe_fetch *to,
				   struct probe_type *type, struct why *why)
{
	struct probe_fetch fetch = {0};
	struct at at = {0};
	struct walk w = {.ops = &ops, .at = &at, .place = {.fetch = &fetch}, .shown = type, .why = why};
	struct dwarf_function f;
	struct expression e;
	int err = expression_parse(&e, expression, why);

	if (!err)
		err = dwarf_function_at(spot, &f, why);
	if (!err)
		err = begin(&f, &e.base, is_return, &w.place, &at.type, why);
	if (err)
		return err;
	at.dwarf = f.in.dwarf;
	at.user = w.place.user = !f.in.kernel;
	err = walk_steps(&w, &e);
	if (!err && w.place.bit >= 64)
		err = because_at(why, -ENOTSUP, w.column,
						 "only the first register of a struct that is passed by value can be read");
	if (!err)
		*to = fetch;
	return err;
}

int dwarf_arguments(const struct dwarf_spot *spot, int (*visit)(void *arg, const char *name), void *arg,
					struct why *why)
{
	struct dwarf_function f;
	int n = 0, stop = 0, err = dwarf_function_at(spot, &f, why);
	Dwarf_Die child;

	if (err || dwarf_child(&f.die, &child))
		return err;
	do
		if (dwarf_tag(&child) == DW_TAG_formal_parameter && dwarf_diename(&child)) {
			stop = visit ? visit(arg, dwarf_diename(&child)) : 0;
			n++;
		}
	while (!stop && !dwarf_siblingof(&child, &child));
	return stop ? stop : n;
}

int dwarf_prototype(char *to, size_t size, const struct dwarf_spot *spot, struct why *why)
{
	struct dwarf_function f;
	int n, count = 0, err = dwarf_function_at(spot, &f, why);
	const char *name;
	char type[160];
	Dwarf_Die child;

	if (err)
		return err;
	dtype_text(type, sizeof(type), dtype_of(&f.die));
	name = dwarf_diename(&f.die);
	n = snprintf(to, size, "%s%s%s(", type, type[strlen(type) - 1] == '*' ? "" : " ", name ? name : "");
	if (!dwarf_child(&f.die, &child))
		do {
			if (dwarf_tag(&child) != DW_TAG_formal_parameter || n >= (int)size)
				continue;
			dtype_text(type, sizeof(type), dtype_of(&child));
			name = dwarf_diename(&child);
			n += snprintf(to + n, size - (size_t)n, "%s%s%s%s", count++ ? ", " : "", type,
						  type[strlen(type) - 1] == '*' ? "" : " ", name ? name : "");
		} while (!dwarf_siblingof(&child, &child));
	return n < (int)size ? n + snprintf(to + n, size - (size_t)n, count ? ")" : "void)") : n;
}

void dwarf_drop(void)
{
	dwarf_file_drop();
}
#else
#include <errno.h>

static int without(struct why *why)
{
	return because_at(why, -ENOTSUP, 0,
					  "this ktally was built without libdw: names of a program's variables are not known");
}

int dwarf_argument(const struct dwarf_spot *spot, struct probe_text expression, bool is_return, struct probe_fetch *to,
				   struct probe_type *type, struct why *why)
{
	(void)spot, (void)expression, (void)is_return, (void)to, (void)type;
	return without(why);
}

int dwarf_prototype(char *to, size_t size, const struct dwarf_spot *spot, struct why *why)
{
	(void)to, (void)size, (void)spot;
	return without(why);
}

int dwarf_arguments(const struct dwarf_spot *spot, int (*visit)(void *arg, const char *name), void *arg,
					struct why *why)
{
	(void)spot, (void)visit, (void)arg;
	return without(why);
}

void dwarf_drop(void)
{
}
#endif
