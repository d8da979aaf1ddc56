// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * C declares types from the name outwards, to the left and to the right: int (*actor)(void *, const char *). So a text
 * here begins in the middle of its room and grows in both directions.
 */
#include "declare.h"

#include "sys/kernel_btf.h"

#include <stdio.h>
#include <string.h>

const char *type_name(__u32 id)
{
	const struct btf_type *t = kernel_btf_type(id);

	return t ? kernel_btf_string_of(id, t->name_off) : "void";
}

#define MOST 512
#define NESTED 4 /* so many prototypes in one another are written out */

struct text {
	char room[2 * MOST];
	size_t start, end;
	unsigned depth;
};

static void before(struct text *t, const char *piece)
{
	size_t n = strlen(piece);

	if (n > t->start)
		return;
	t->start -= n;
	memcpy(t->room + t->start, piece, n);
}

static void after(struct text *t, const char *piece)
{
	size_t n = strlen(piece);

	if (t->end + n >= sizeof(t->room))
		return;
	memcpy(t->room + t->end, piece, n);
	t->end += n;
}

static void begin(struct text *t, const char *name, unsigned depth)
{
	t->start = t->end = MOST;
	t->depth = depth;
	after(t, name);
}

/* "const" stands before "char", but after a star that it belongs to: char *const */
static void write_word(struct text *t, const char *word)
{
	if (t->end > t->start)
		before(t, " ");
	before(t, word);
}

static void write_named(struct text *t, __u32 id, const struct btf_type *type)
{
	const char *name = type_name(id);
	char word[160];
	const char *tag = "";

	if (type && (btf_is_struct(type) || (btf_is_fwd(type) && !btf_kflag(type))))
		tag = "struct ";
	else if (type && (btf_is_union(type) || btf_is_fwd(type)))
		tag = "union ";
	else if (type && btf_is_any_enum(type))
		tag = "enum ";
	snprintf(word, sizeof(word), "%s%s", tag, *name ? name : "{...}");
	write_word(t, word);
}

static void write_type(struct text *t, __u32 id, bool pointed_at);

static void write_parameters(struct text *t, __u32 id, const struct btf_type *proto)
{
	const struct btf_param *p = btf_params(proto);
	struct text one;

	after(t, "(");
	for (unsigned i = 0; i < btf_vlen(proto); i++, p++) {
		after(t, i ? ", " : "");
		if (!p->type || t->depth >= NESTED) {
			after(t, "...");
			break;
		}
		begin(&one, kernel_btf_string_of(id, p->name_off), t->depth + 1);
		write_type(&one, kernel_btf_ref(id, p->type), false);
		one.room[one.end] = '\0';
		after(t, one.room + one.start);
	}
	after(t, btf_vlen(proto) ? ")" : "void)");
}

static void write_modifier(struct text *t, __u32 id, const struct btf_type *type)
{
	const char *words[] = {[BTF_KIND_CONST] = "const", [BTF_KIND_VOLATILE] = "volatile"};
	const struct btf_type *of = type;
	const char *word =
		btf_kind(type) == BTF_KIND_RESTRICT || btf_kind(type) == BTF_KIND_TYPE_TAG ? NULL : words[btf_kind(type)];
	bool to_pointer;

	for (__u32 at = id; of && btf_is_mod(of) && !btf_is_typedef(of); of = kernel_btf_type(at))
		at = kernel_btf_ref(at, of->type);
	to_pointer = of && btf_is_ptr(of);
	if (word && to_pointer)
		write_word(t, word);
	write_type(t, kernel_btf_ref(id, type->type), false);
	if (word && !to_pointer)
		write_word(t, word);
}

static void write_type(struct text *t, __u32 id, bool pointed_at)
{
	const struct btf_type *type = kernel_btf_type(id);
	unsigned kind = type ? btf_kind(type) : 0;
	char size[24];

	if (pointed_at && (kind == BTF_KIND_ARRAY || kind == BTF_KIND_FUNC_PROTO)) {
		before(t, "(");
		after(t, ")");
	}
	if (kind == BTF_KIND_PTR) {
		before(t, "*");
		write_type(t, kernel_btf_ref(id, type->type), true);
	} else if (kind == BTF_KIND_ARRAY) {
		snprintf(size, sizeof(size), "[%u]", btf_array(type)->nelems);
		after(t, size);
		write_type(t, kernel_btf_ref(id, btf_array(type)->type), false);
	} else if (kind == BTF_KIND_FUNC_PROTO) {
		write_parameters(t, id, type);
		write_type(t, kernel_btf_ref(id, type->type), false);
	} else if (type && (btf_is_mod(type) || kind == BTF_KIND_TYPE_TAG)) {
		write_modifier(t, id, type);
	} else {
		write_named(t, id, type);
	}
}

int type_declare(char *to, size_t size, __u32 id, const char *name)
{
	struct text t;

	begin(&t, name, 0);
	write_type(&t, id, false);
	return snprintf(to, size, "%.*s", (int)(t.end - t.start), t.room + t.start);
}
