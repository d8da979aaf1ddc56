// SPDX-License-Identifier: GPL-2.0-or-later
#include "types.h"

#include "sys/kernel_btf.h"
#include "declare.h"
#include "enums.h"

#include <errno.h>
#include <string.h>

/* Sets *user where a tag says that the type lies in user space. */
static __u32 skip(__u32 id, bool *user)
{
	const struct btf_type *t = kernel_btf_type(id);

	while (t && (btf_is_mod(t) || btf_is_typedef(t) || btf_kind(t) == BTF_KIND_TYPE_TAG)) {
		if (btf_kind(t) == BTF_KIND_TYPE_TAG && user && !strcmp(type_name(id), "user"))
			*user = true;
		id = kernel_btf_ref(id, t->type);
		t = kernel_btf_type(id);
	}
	return id;
}

__s64 type_size(__u32 id)
{
	const struct btf_type *t;
	__s64 times = 1;

	for (;;) {
		id = skip(id, NULL);
		t = kernel_btf_type(id);
		if (!t || !btf_is_array(t))
			break;
		times *= btf_array(t)->nelems;
		id = kernel_btf_ref(id, btf_array(t)->type);
	}
	if (t && btf_is_ptr(t))
		return times * 8;
	if (t && (btf_is_int(t) || btf_is_composite(t) || btf_is_any_enum(t) || btf_kind(t) == BTF_KIND_FLOAT))
		return times * t->size;
	return -1;
}

/* ---- what a walk asks ---- */

static __u32 id_of(const void *at)
{
	return ((const struct btf_at *)at)->type;
}

static enum type_kind kind(const void *at)
{
	static const enum type_kind kinds[BTF_INFO_KIND(UINT32_MAX) + 1] = {
		[BTF_KIND_INT] = TYPE_NUMBER,	[BTF_KIND_PTR] = TYPE_POINTER, [BTF_KIND_ARRAY] = TYPE_ARRAY,
		[BTF_KIND_ENUM] = TYPE_ENUM,	[BTF_KIND_ENUM64] = TYPE_ENUM, [BTF_KIND_STRUCT] = TYPE_STRUCT,
		[BTF_KIND_UNION] = TYPE_STRUCT, [BTF_KIND_FWD] = TYPE_STRUCT,
	};
	const struct btf_type *t = kernel_btf_type(skip(id_of(at), NULL));

	return t ? kinds[btf_kind(t)] : TYPE_OTHER;
}

/* Skips const and tags only: u8 is a typedef of char and no text. */
static bool is_char(const void *at)
{
	__u32 id = id_of(at);
	const struct btf_type *t = kernel_btf_type(id);

	while (t && (btf_is_mod(t) || btf_kind(t) == BTF_KIND_TYPE_TAG) && !btf_is_typedef(t)) {
		id = kernel_btf_ref(id, t->type);
		t = kernel_btf_type(id);
	}
	return t && btf_is_int(t) && t->size == 1 &&
		   (!strcmp(type_name(id), "char") || !strcmp(type_name(id), "unsigned char"));
}

/* The typedefs on the way to a number may tell how to show it. */
static enum probe_show show_by_name(__u32 id)
{
	static const struct {
		const char *name;
		enum probe_show show;
	} names[] = {
		{"umode_t", SHOW_OCTAL},  {"mode_t", SHOW_OCTAL},	  {"gfp_t", SHOW_HEX},		{"fmode_t", SHOW_HEX},
		{"blk_opf_t", SHOW_HEX},  {"slab_flags_t", SHOW_HEX}, {"vm_flags_t", SHOW_HEX}, {"phys_addr_t", SHOW_HEX},
		{"dma_addr_t", SHOW_HEX}, {"uintptr_t", SHOW_HEX},	  {"vm_fault_t", SHOW_HEX},
	};
	const struct btf_type *t = kernel_btf_type(id);

	for (; t && (btf_is_mod(t) || btf_is_typedef(t)); t = kernel_btf_type(id)) {
		for (size_t i = 0; btf_is_typedef(t) && i < sizeof(names) / sizeof(names[0]); i++)
			if (!strcmp(type_name(id), names[i].name))
				return names[i].show;
		id = kernel_btf_ref(id, t->type);
	}
	return SHOW_UNSIGNED;
}

static bool show_enum(__u32 id, struct probe_type *type)
{
	const struct btf_type *t = kernel_btf_type(id);
	bool is_signed = btf_kflag(t);

	/* before 6.0 BTF has no such flag: then a negative constant tells */
	for (unsigned i = 0; btf_is_enum(t) && i < btf_vlen(t); i++)
		is_signed |= btf_enum(t)[i].val < 0;
	type->show = enum_keep(id) ? SHOW_UNSIGNED : SHOW_ENUM;
	type->type = id;
	return is_signed;
}

static bool show(const void *at, struct probe_type *type)
{
	const struct btf_type *t = kernel_btf_type(skip(id_of(at), NULL));

	if (!btf_is_int(t))
		return show_enum(skip(id_of(at), NULL), type);
	type->show = btf_int_encoding(t) & BTF_INT_BOOL ? SHOW_BOOL : show_by_name(id_of(at));
	return btf_int_encoding(t) & BTF_INT_SIGNED;
}

static int64_t size(const void *at)
{
	return type_size(id_of(at));
}

static int text(const void *at, char *to, size_t room)
{
	return type_declare(to, room, id_of(at), "");
}

static void inner(void *at, uint64_t *count, bool *user)
{
	__u32 id = skip(id_of(at), NULL), to;
	const struct btf_type *t = kernel_btf_type(id);

	if (btf_is_array(t))
		*count = btf_array(t)->nelems;
	to = kernel_btf_ref(id, btf_is_array(t) ? btf_array(t)->type : t->type);
	if (btf_is_ptr(t))
		skip(to, user);
	((struct btf_at *)at)->type = to;
}

/* The length of a bit field stands beside its offset, or before pahole 1.12 in an int type of its own. */
static struct part part_of(const struct btf_type *t, unsigned i, __u32 type)
{
	struct part part = {btf_member_bit_offset(t, i), btf_member_bitfield_size(t, i)};
	const struct btf_type *number = kernel_btf_type(skip(type, NULL));

	if (part.bits || !number || !btf_is_int(number) || btf_int_bits(number) == number->size * 8)
		return part;
	return (struct part){part.bit + btf_int_offset(number), btf_int_bits(number)};
}

static bool find_member(__u32 id, const struct word *name, __u32 *type, struct part *to, struct near *near)
{
	static const struct word none = {.text = ""};
	const struct btf_type *t = kernel_btf_type(id), *nameless;

	for (unsigned i = 0; i < btf_vlen(t); i++) {
		const char *own = kernel_btf_string_of(id, btf_members(t)[i].name_off);
		__u32 of = kernel_btf_ref(id, btf_members(t)[i].type);
		struct part part = part_of(t, i, of);

		if (*own) {
			near_add(near, own);
			if (name ? !word_is(name, own) : btf_vlen(t) != 1)
				continue;
			*type = of;
			*to = part;
			return true;
		}
		of = skip(of, NULL);
		nameless = kernel_btf_type(of);
		if (nameless && btf_is_composite(nameless) && find_member(of, name ? name : &none, type, to, near)) {
			to->bit += part.bit;
			return true;
		}
	}
	return false;
}

static int member(void *at, const struct word *name, struct part *to, struct near *near)
{
	struct btf_at *a = at;

	a->type = skip(a->type, NULL);
	if (btf_is_fwd(kernel_btf_type(a->type)))
		return -ENODATA;
	return find_member(a->type, name, &a->type, to, near) ? 0 : -ENOENT;
}

static __u32 find_kind(const char *name, unsigned wanted, __u32 near_to)
{
	int id = near_to >> 24 ? kernel_btf_find_in(near_to >> 24, name, wanted) : -1;

	if (id < 0)
		id = kernel_btf_find(name, wanted);
	return id < 0 ? 0 : (__u32)id;
}

static bool find(void *at, const struct step *cast)
{
	struct btf_at *a = at;
	char name[128];

	a->type = 0;
	if (!word_copy(name, sizeof(name), &cast->name))
		return false;
	if (cast->tag)
		a->type = find_kind(name, cast->tag == 's' ? BTF_KIND_STRUCT : BTF_KIND_UNION, a->proto);
	else
		a->type = find_kind(name, BTF_KIND_TYPEDEF, a->proto);
	if (!cast->tag && !a->type)
		a->type = find_kind(name, BTF_KIND_INT, a->proto);
	return a->type;
}

const struct type_ops btf_types = {"the kernel's BTF", kind, is_char, size, text, show, inner, find, member};
