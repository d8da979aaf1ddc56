// SPDX-License-Identifier: GPL-2.0-or-later
/* Walks from a variable along the steps of an expression, by the types of DWARF; btf_names.c does it by BTF's */
#include "dwarf_names.h"

#ifdef KTALLY_HAS_libdw
#include "dwarf_variable.h"
#include "enums.h"
#include "probe.h"

#include <dwarf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

struct walk {
	struct dwarf_function function;
	struct dtype type;
	struct place place;
	uint64_t bit, bits; /* of a bit field */
	unsigned column;
	struct probe_type *shown;
	struct why *why;
};

static int refuse(struct walk *w, int err, const char *what)
{
	char text[120];

	dtype_text(text, sizeof(text), w->type);
	return because_at(w->why, err, w->column, "%s, and this is %s", what, text);
}

static int follow(struct walk *w)
{
	if (dtype_tag(&w->type) != DW_TAG_pointer_type)
		return -EINVAL;
	w->type = dtype_pointed(w->type);
	return place_follow(&w->place, w->column, w->why);
}

static int enter_member(struct walk *w, const struct word *name)
{
	struct near near = {.wanted = name->text, .length = name->length};
	char names[200], text[120];
	struct dmember m;

	if (!dtype_is_composite(&w->type))
		return refuse(w, -EINVAL, "only a struct has members");
	dtype_text(text, sizeof(text), w->type);
	if (!dtype_complete(w->function.dwarf, &w->type))
		return because_at(w->why, -ENOENT, w->column, "the debug information does not say what is in %s", text);
	if (!dtype_member(w->type, name->text, name->length, &m, &near)) {
		near_text(names, sizeof(names), &near);
		return because_at(w->why, -ENOENT, w->column, "%s has no member %.*s; it has %s", text, (int)name->length,
						  name->text, names);
	}
	w->type = m.type;
	w->bits = m.bits;
	w->bit = m.bits ? m.bit : 0;
	return m.bits ? 0 : place_move(&w->place, (int64_t)m.bit, w->column, w->why);
}

static int take_index(struct walk *w, int64_t index)
{
	uint64_t count = 0;
	int64_t size;
	int err = 0;

	if (dtype_tag(&w->type) == DW_TAG_array_type) {
		w->type = dtype_element(w->type, &count);
		if (count && (uint64_t)index >= count)
			return because_at(w->why, -EINVAL, w->column, "the array has %llu elements, from 0",
							  (unsigned long long)count);
	} else {
		err = follow(w);
	}
	if (err)
		return err == -EINVAL ? refuse(w, err, "only arrays and pointers have elements") : err;
	size = dtype_size(w->type);
	if (size < 0)
		return refuse(w, -EINVAL, "an element must have a size");
	return place_move(&w->place, index * size * 8, w->column, w->why);
}

static int take_cast(struct walk *w, const struct step *s)
{
	int tag = dtype_tag(&w->type);

	if (tag != DW_TAG_pointer_type && (tag != DW_TAG_base_type || dtype_size(w->type) != 8))
		return refuse(w, -EINVAL, "only a pointer or a number of 8 bytes can be a pointer");
	if (!dtype_find(w->function.dwarf, s->tag, s->name.text, s->name.length, &w->type))
		return because_at(w->why, -ENOENT, w->column, "the debug information has no type %.*s", (int)s->name.length,
						  s->name.text);
	w->type.stars = s->stars;
	return 0;
}

static int take_step(struct walk *w, const struct step *s)
{
	int err;

	w->column = s->name.column;
	switch (s->kind) {
	case STEP_ARROW:
		err = follow(w);
		if (err == -EINVAL)
			return refuse(w, err, "-> follows a pointer (perhaps '.' is meant)");
		return err ? err : enter_member(w, &s->name);
	case STEP_DOT:
		if (dtype_tag(&w->type) == DW_TAG_pointer_type)
			return refuse(w, -EINVAL, "'.' follows a struct (perhaps -> is meant)");
		return enter_member(w, &s->name);
	case STEP_INDEX:
		return take_index(w, s->index);
	case STEP_STAR:
		return take_index(w, 0);
	case STEP_CAST:
		return take_cast(w, s);
	}
	return -EINVAL;
}

static int read_base(struct walk *w, struct dtype t)
{
	Dwarf_Word encoding = 0;
	Dwarf_Attribute attr;

	dwarf_formudata(dwarf_attr(&t.die, DW_AT_encoding, &attr), &encoding);
	if (encoding == DW_ATE_float || encoding == DW_ATE_complex_float)
		return refuse(w, -ENOTSUP, "numbers of floating point cannot be read");
	w->shown->show = encoding == DW_ATE_boolean ? PROBE_BOOL : PROBE_DECIMAL;
	w->place.fetch->is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
	return place_number(&w->place, (uint32_t)dtype_size(t), (uint32_t)w->bit, (uint32_t)w->bits, w->column, w->why);
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

static int read_enum(struct walk *w, struct dtype t)
{
	bool is_signed;

	w->shown->show = keep_constants(t, &w->shown->type, &is_signed) ? PROBE_ENUM : PROBE_DECIMAL;
	w->place.fetch->is_signed = is_signed;
	return place_number(&w->place, (uint32_t)dtype_size(t), (uint32_t)w->bit, (uint32_t)w->bits, w->column, w->why);
}

static int read_value(struct walk *w);

static int read_composite(struct walk *w)
{
	struct near near = {.wanted = ""};
	struct dmember m;
	char names[200];

	if (dtype_complete(w->function.dwarf, &w->type) && dtype_only_member(w->type, &m)) {
		w->type = m.type;
		w->bits = m.bits;
		w->bit = m.bits ? m.bit : 0;
		return read_value(w);
	}
	dtype_member(w->type, "", 0, &m, &near);
	near_text(names, sizeof(names), &near);
	return because_at(w->why, -EINVAL, w->column, "this is a %s: choose a member, one of %s", w->shown->name, names);
}

static int read_value(struct walk *w)
{
	struct dtype t = dtype_skip(w->type), of;
	uint64_t count;

	switch (dtype_tag(&w->type)) {
	case DW_TAG_pointer_type:
		of = dtype_pointed(w->type);
		w->shown->show = dtype_is_char(of) ? PROBE_STRING : PROBE_HEX;
		if (dtype_is_char(of))
			return place_text_behind(&w->place, w->column, w->why);
		return place_number(&w->place, 8, 0, 0, w->column, w->why);
	case DW_TAG_base_type:
		return read_base(w, t);
	case DW_TAG_enumeration_type:
		return read_enum(w, t);
	case DW_TAG_array_type:
		if (!dtype_is_char(dtype_element(w->type, &count)))
			return refuse(w, -EINVAL, "choose an element of the array, [0]");
		w->shown->show = PROBE_STRING;
		return place_text(&w->place, w->column, w->why);
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		return read_composite(w);
	}
	return because_at(w->why, -ENOTSUP, w->column, "a value of type %s cannot be read", w->shown->name);
}

static int begin_returned(struct walk *w, const struct word *base)
{
	Dwarf_Die die = w->function.die;

	w->type = dtype_of(&die);
	if (w->type.is_void)
		return because_at(w->why, -ENOENT, base->column, "%s returns nothing", dwarf_diename(&die));
	if (dtype_is_composite(&w->type))
		return because_at(w->why, -ENOTSUP, base->column, "%s returns a struct: where is not known",
						  dwarf_diename(&die));
	w->place.fetch->base = PROBE_CONTEXT;
	w->place.fetch->at = (__u64)register_of_return();
	return 0;
}

static int begin(struct walk *w, const struct word *base, bool is_return)
{
	struct dvariable v;
	int err;

	w->column = base->column;
	w->place.user = true;
	if (word_is(base, "$retval")) {
		if (!is_return)
			return because_at(w->why, -EINVAL, base->column, "$retval is known at the return only (r:...)");
		return begin_returned(w, base);
	}
	if (*base->text == '$')
		return because_at(w->why, -EINVAL, base->column,
						  "%.*s is unknown here; there are $retval and names of variables", (int)base->length,
						  base->text);
	if (is_return)
		return because_at(w->why, -ENOTSUP, base->column,
						  "at a program's return its variables are gone; there is $retval");
	err = dwarf_variable(&w->function, base, &v, w->why);
	if (!err)
		err = dwarf_locate(&w->function, &v, base, &w->place, w->why);
	if (!err)
		w->type = dtype_of(&v.die);
	return err;
}

int dwarf_argument(const char *path, uint64_t offset, struct probe_text expression, bool is_return,
				   struct probe_fetch *to, struct probe_type *type, struct why *why)
{
	struct probe_fetch fetch = {0};
	struct walk w = {.place.fetch = &fetch, .why = why, .shown = type};
	struct expression e;
	int err = expression_parse(&e, expression, why);

	memset(type, 0, sizeof(*type));
	if (!err)
		err = dwarf_function_at(path, offset, &w.function, why);
	if (!err)
		err = begin(&w, &e.base, is_return);
	for (unsigned i = 0; i < e.nsteps && !err; i++)
		err = take_step(&w, &e.steps[i]);
	if (err)
		return err;
	dtype_text(type->name, sizeof(type->name), w.type);
	err = read_value(&w);
	if (!err && w.place.bit >= 64)
		return because_at(why, -ENOTSUP, w.column,
						  "only the first register of a struct that is passed by value can be read");
	if (!err)
		*to = fetch;
	return err;
}

int dwarf_arguments(const char *path, uint64_t offset, int (*visit)(void *arg, const char *name), void *arg,
					struct why *why)
{
	struct dwarf_function f;
	int n = 0, stop = 0, err = dwarf_function_at(path, offset, &f, why);
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

int dwarf_prototype(char *to, size_t size, const char *path, uint64_t offset, struct why *why)
{
	struct dwarf_function f;
	int n, count = 0, err = dwarf_function_at(path, offset, &f, why);
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
#else
#include <errno.h>

static int without(struct why *why)
{
	return because_at(why, -ENOTSUP, 0,
					  "this ktally was built without libdw: names of a program's variables are not known");
}

int dwarf_argument(const char *path, uint64_t offset, struct probe_text expression, bool is_return,
				   struct probe_fetch *to, struct probe_type *type, struct why *why)
{
	(void)path, (void)offset, (void)expression, (void)is_return, (void)to, (void)type;
	return without(why);
}

int dwarf_prototype(char *to, size_t size, const char *path, uint64_t offset, struct why *why)
{
	(void)to, (void)size, (void)path, (void)offset;
	return without(why);
}

int dwarf_arguments(const char *path, uint64_t offset, int (*visit)(void *arg, const char *name), void *arg,
					struct why *why)
{
	(void)path, (void)offset, (void)visit, (void)arg;
	return without(why);
}

void dwarf_drop(void)
{
}
#endif
