// SPDX-License-Identifier: GPL-2.0-or-later
#include "types.h"

#include "sys/kernel_btf.h"

#include <string.h>

__u32 type_skip(__u32 id, bool *user)
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

const char *type_name(__u32 id)
{
	const struct btf_type *t = kernel_btf_type(id);

	return t ? kernel_btf_string_of(id, t->name_off) : "void";
}

__s64 type_size(__u32 id)
{
	const struct btf_type *t;
	__s64 times = 1;

	for (;;) {
		id = type_skip(id, NULL);
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

/* Two encodings: a bit field's length beside its offset, or in an int type of its own (before pahole 1.12) */
static struct member member_of(__u32 id, const struct btf_type *t, unsigned i)
{
	const struct btf_member *m = btf_members(t) + i;
	struct member to = {.name = kernel_btf_string_of(id, m->name_off), .type = kernel_btf_ref(id, m->type)};
	const struct btf_type *number;

	to.bit = btf_member_bit_offset(t, i);
	to.bits = btf_member_bitfield_size(t, i);
	number = kernel_btf_type(type_skip(to.type, NULL));
	if (to.bits || !number || !btf_is_int(number) || btf_int_bits(number) == number->size * 8)
		return to;
	to.bit += btf_int_offset(number);
	to.bits = btf_int_bits(number);
	return to;
}

bool type_member(__u32 id, const char *name, size_t length, struct member *to, struct near *near)
{
	const struct btf_type *t = kernel_btf_type(id), *inner;

	for (unsigned i = 0; i < btf_vlen(t); i++) {
		struct member m = member_of(id, t, i);
		__u32 type = type_skip(m.type, NULL);

		if (*m.name) {
			near_add(near, m.name);
			if (strlen(m.name) == length && !memcmp(m.name, name, length)) {
				*to = m;
				return true;
			}
			continue;
		}
		inner = kernel_btf_type(type);
		if (inner && btf_is_composite(inner) && type_member(type, name, length, to, near)) {
			to->bit += m.bit;
			return true;
		}
	}
	return false;
}

bool type_only_member(__u32 id, struct member *to)
{
	const struct btf_type *t = kernel_btf_type(id);

	if (btf_vlen(t) != 1)
		return false;
	*to = member_of(id, t, 0);
	return *to->name;
}

static __u32 find_kind(const char *name, unsigned kind, __u32 near_to)
{
	int id = near_to >> 24 ? kernel_btf_find_in(near_to >> 24, name, kind) : -1;

	if (id < 0)
		id = kernel_btf_find(name, kind);
	return id < 0 ? 0 : (__u32)id;
}

__u32 type_find(char tag, const char *name, size_t length, __u32 near_to)
{
	static const unsigned others[] = {BTF_KIND_TYPEDEF, BTF_KIND_INT};
	char copy[128];
	__u32 id = 0;

	if (length >= sizeof(copy))
		return 0;
	memcpy(copy, name, length);
	copy[length] = '\0';
	if (tag)
		return find_kind(copy, tag == 's' ? BTF_KIND_STRUCT : BTF_KIND_UNION, near_to);
	for (unsigned i = 0; !id && i < sizeof(others) / sizeof(others[0]); i++)
		id = find_kind(copy, others[i], near_to);
	return id;
}
