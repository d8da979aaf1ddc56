// SPDX-License-Identifier: GPL-2.0-or-later
#include "value.h"

#include "sys/kernel_btf.h"
#include "enums.h"
#include "types.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* By the typedefs on the way to a number */
static enum type_show show_by_name(__u32 id)
{
	static const struct {
		const char *name;
		enum type_show show;
	} names[] = {
		{"size_t", PROBE_BYTES},	 {"ssize_t", PROBE_BYTES},	{"loff_t", PROBE_BYTES},	{"umode_t", PROBE_OCTAL},
		{"mode_t", PROBE_OCTAL},	 {"gfp_t", PROBE_HEX},		{"fmode_t", PROBE_HEX},		{"blk_opf_t", PROBE_HEX},
		{"slab_flags_t", PROBE_HEX}, {"vm_flags_t", PROBE_HEX}, {"phys_addr_t", PROBE_HEX}, {"dma_addr_t", PROBE_HEX},
		{"uintptr_t", PROBE_HEX},	 {"vm_fault_t", PROBE_HEX},
	};
	const struct btf_type *t = kernel_btf_type(id);

	for (; t && (btf_is_mod(t) || btf_is_typedef(t)); t = kernel_btf_type(id)) {
		for (size_t i = 0; btf_is_typedef(t) && i < sizeof(names) / sizeof(names[0]); i++)
			if (!strcmp(type_name(id), names[i].name))
				return names[i].show;
		id = kernel_btf_ref(id, t->type);
	}
	return PROBE_DECIMAL;
}

/* char, but not u8, which is a typedef: const and tags alone are skipped */
static bool is_char(__u32 id)
{
	const struct btf_type *t = kernel_btf_type(id);

	while (t && (btf_is_mod(t) || btf_kind(t) == BTF_KIND_TYPE_TAG) && !btf_is_typedef(t)) {
		id = kernel_btf_ref(id, t->type);
		t = kernel_btf_type(id);
	}
	return t && btf_is_int(t) && t->size == 1 &&
		   (!strcmp(type_name(id), "char") || !strcmp(type_name(id), "unsigned char"));
}

static int read_pointer(struct ending *e, __u32 to, struct probe_type *type, struct why *why)
{
	if (to && is_char(to)) {
		type_skip(to, &e->place.user);
		type->show = PROBE_STRING;
		return place_text_behind(&e->place, e->column, why);
	}
	type->show = PROBE_HEX;
	return place_number(&e->place, 8, 0, 0, e->column, why);
}

static int read_int(struct ending *e, __u32 id, struct probe_type *type, struct why *why)
{
	const struct btf_type *t = kernel_btf_type(id);

	type->show = btf_int_encoding(t) & BTF_INT_BOOL ? PROBE_BOOL : show_by_name(e->type);
	e->place.fetch->is_signed = !!(btf_int_encoding(t) & BTF_INT_SIGNED);
	return place_number(&e->place, t->size, e->bit, e->bits, e->column, why);
}

static int read_enum(struct ending *e, __u32 id, struct probe_type *type, struct why *why)
{
	const struct btf_type *t = kernel_btf_type(id);
	bool is_signed = btf_kflag(t);

	/* before 6.0 the flag was not written: signed where a constant is negative */
	for (unsigned i = 0; btf_is_enum(t) && i < btf_vlen(t); i++)
		is_signed |= btf_enum(t)[i].val < 0;
	e->place.fetch->is_signed = is_signed;
	type->show = PROBE_ENUM;
	type->type = id;
	if (enum_keep(id))
		return because_at(why, -ENOMEM, 0, "no memory");
	return place_number(&e->place, t->size, e->bit, e->bits, e->column, why);
}

static int read_array(struct ending *e, const struct btf_type *t, __u32 id, struct probe_type *type, struct why *why)
{
	if (!is_char(kernel_btf_ref(id, btf_array(t)->type)))
		return because_at(why, -EINVAL, e->column, "this is an array, %s: choose an element, [0]", type->name);
	type->show = PROBE_STRING;
	return place_text(&e->place, e->column, why);
}

static int refuse_struct(struct ending *e, __u32 id, struct probe_type *type, struct why *why)
{
	struct near near = {.wanted = "", .length = 0};
	struct member unused;
	char names[200];

	type_member(id, "", 0, &unused, &near);
	near_text(names, sizeof(names), &near);
	return because_at(why, -EINVAL, e->column, "this is a %s: choose a member, one of %s", type->name, names);
}

static int read_struct(struct ending *e, __u32 id, struct probe_type *type, struct why *why)
{
	struct member only;
	int err;

	if (!type_only_member(id, &only))
		return refuse_struct(e, id, type, why);
	err = place_move(&e->place, only.bits ? 0 : only.bit, e->column, why);
	e->type = only.type;
	e->bits = only.bits;
	e->bit = only.bits ? only.bit : 0;
	return err ? err : value_read(e, type, why);
}

int value_read(struct ending *e, struct probe_type *type, struct why *why)
{
	__u32 id = type_skip(e->type, NULL);
	const struct btf_type *t = kernel_btf_type(id);

	if (!*type->name)
		type_declare(type->name, sizeof(type->name), e->type, &"********"[8 - (e->stars < 8 ? e->stars : 8)]);
	if (e->stars)
		return read_pointer(e, e->stars == 1 ? e->type : 0, type, why);
	if (t && btf_is_ptr(t))
		return read_pointer(e, kernel_btf_ref(id, t->type), type, why);
	if (t && btf_is_int(t))
		return read_int(e, id, type, why);
	if (t && btf_is_any_enum(t))
		return read_enum(e, id, type, why);
	if (t && btf_is_array(t))
		return read_array(e, t, id, type, why);
	if (t && btf_is_composite(t))
		return read_struct(e, id, type, why);
	return because_at(why, -ENOTSUP, e->column, "a value of type %s cannot be read", type->name);
}
