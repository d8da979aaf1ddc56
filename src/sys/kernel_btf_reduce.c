// SPDX-License-Identifier: GPL-2.0-or-later
/* Copies a few hundred kernel types into new BTF. New ids follow the order in which meet() sees the types. */
#include "kernel_btf_reduce.h"

#include "kernel_btf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define uthash_fatal(msg) abort()
#include <uthash.h>

struct name {
	UT_hash_handle hh;
	const char *text;
};

struct reduction {
	struct name *names, *wanted; /* one for each type of the object; a hash of the different ones */
	FILE *types, *strings;
	__u32 *met;	   /* old ids in the order of the new ids, which begin with 1 */
	__u32 *new_id; /* indexed by old id; 0: none yet */
	__u32 n;
	unsigned char begins[1 << 13]; /* a bit for each beginning() of a wanted name */
};

/* Stand for structs and unions that only pointers lead to. Their ids follow the kernel's. */
static const struct btf_type opaque[] = {{.info = BTF_KIND_STRUCT << 24}, {.info = BTF_KIND_UNION << 24}};

static const struct btf_type *type_of(__u32 id)
{
	__u32 end = kernel_btf_end();

	return id >= end && id < end + 2 ? &opaque[id - end] : kernel_btf_type(id);
}

/* Length without the flavour: request___rq_disk is another view of struct request. */
static size_t essential_length(const char *name)
{
	size_t length = strlen(name);

	for (size_t i = length; i-- > 1;)
		if (i + 3 < length && name[i - 1] != '_' && !strncmp(name + i, "___", 3) && name[i + 3] != '_')
			return i;
	return length;
}

static bool is_named_data(const struct btf_type *t)
{
	return t && t->name_off && (btf_is_composite(t) || btf_is_any_enum(t) || btf_is_typedef(t) || btf_is_int(t));
}

/* The first two characters: they rule out most of the kernel's hundred thousand names without hashing. */
static unsigned beginning(const char *name)
{
	return (unsigned char)name[0] << 8 | (*name ? (unsigned char)name[1] : 0);
}

static void collect_names(struct reduction *r, const struct btf *object)
{
	__u32 n = btf__type_cnt(object);

	for (__u32 id = 1; id < n; id++) {
		const struct btf_type *t = btf__type_by_id(object, id);
		struct name *name = &r->names[id], *known;
		size_t length;

		if (!is_named_data(t))
			continue;
		name->text = btf__name_by_offset(object, t->name_off);
		length = essential_length(name->text);
		r->begins[beginning(name->text) / 8] |= 1 << beginning(name->text) % 8;
		HASH_FIND(hh, r->wanted, name->text, length, known);
		if (!known)
			HASH_ADD_KEYPTR(hh, r->wanted, name->text, length, name);
	}
}

static bool wanted(struct reduction *r, const struct btf_type *t)
{
	const char *text;
	struct name *known;

	if (!is_named_data(t))
		return false;
	text = kernel_btf_string(t->name_off);
	if (!(r->begins[beginning(text) / 8] & 1 << beginning(text) % 8))
		return false;
	HASH_FIND(hh, r->wanted, text, essential_length(text), known);
	return known;
}

/* Returns the new id for an old id. Types that are not data become void. */
static __u32 meet(struct reduction *r, __u32 id)
{
	const struct btf_type *t = type_of(id);

	if (!t || btf_is_func(t) || btf_is_var(t) || btf_is_datasec(t) || btf_is_decl_tag(t))
		return 0;
	if (!r->new_id[id]) {
		r->met[r->n++] = id;
		r->new_id[id] = r->n;
	}
	return r->new_id[id];
}

/* CO-RE does not follow pointers, or, if it compares whole types, only to a struct: an opaque one is enough. */
static __u32 meet_pointee(struct reduction *r, __u32 id)
{
	const struct btf_type *t = kernel_btf_type(id);

	while (t && (btf_is_mod(t) || btf_is_typedef(t))) {
		id = t->type;
		t = kernel_btf_type(id);
	}
	if (t && btf_is_composite(t))
		id = kernel_btf_end() + (btf_kind(t) == BTF_KIND_UNION);
	return meet(r, id);
}

static __u32 put_string(struct reduction *r, __u32 offset)
{
	const char *text = kernel_btf_string(offset);
	long at = ftell(r->strings);

	if (!*text)
		return 0; /* offset 0 is the empty string */
	fwrite(text, strlen(text) + 1, 1, r->strings);
	return (__u32)at;
}

static void put_type(struct reduction *r, const struct btf_type *t)
{
	const struct kernel_btf_layout *l = &kernel_btf_layouts[btf_kind(t)];
	const __u32 *from = (const void *)(t + 1);
	struct btf_type head = *t;

	head.name_off = put_string(r, t->name_off);
	if (l->ref)
		head.type = btf_is_ptr(t) ? meet_pointee(r, t->type) : meet(r, t->type);
	fwrite(&head, sizeof(head), 1, r->types);
	for (unsigned i = 0; i < kernel_btf_records(t) * l->words; i++) {
		__u32 word = from[i];
		unsigned bit = 1U << i % l->words;

		if (l->strings & bit)
			word = put_string(r, word);
		else if (l->types & bit)
			word = meet(r, word);
		fwrite(&word, sizeof(word), 1, r->types);
	}
}

static int put_all(struct reduction *r, const struct btf *object)
{
	collect_names(r, object);
	for (__u32 id = 1; id < kernel_btf_end(); id++)
		if (wanted(r, kernel_btf_type(id)))
			meet(r, id);
	fputc('\0', r->strings);
	for (__u32 i = 0; i < r->n; i++) /* put_type() raises r->n */
		put_type(r, type_of(r->met[i]));
	return 0;
}

static int write_all(int fd, const void *data, size_t size)
{
	return write(fd, data, size) == (ssize_t)size ? 0 : -EIO;
}

static int write_btf(int fd, const char *types, size_t types_size, const char *strings, size_t strings_size)
{
	struct btf_header h = {.magic = BTF_MAGIC, .version = BTF_VERSION, .hdr_len = sizeof(h)};
	int err;

	h.type_len = h.str_off = (__u32)types_size;
	h.str_len = (__u32)strings_size;
	err = write_all(fd, &h, sizeof(h));
	if (!err)
		err = write_all(fd, types, types_size);
	return err ? err : write_all(fd, strings, strings_size);
}

static bool make_room(struct reduction *r, const struct btf *object)
{
	r->names = calloc(btf__type_cnt(object), sizeof(*r->names));
	r->met = calloc(kernel_btf_end() + 2, sizeof(*r->met));
	r->new_id = calloc(kernel_btf_end() + 2, sizeof(*r->new_id));
	return r->names && r->met && r->new_id;
}

int kernel_btf_reduce(const struct btf *object, int fd)
{
	struct reduction r = {0};
	char *types = NULL, *strings = NULL;
	size_t types_size, strings_size;
	int err = kernel_btf_load();

	if (err)
		return err;
	r.types = open_memstream(&types, &types_size);
	r.strings = open_memstream(&strings, &strings_size);
	err = r.types && r.strings && make_room(&r, object) ? put_all(&r, object) : -ENOMEM;
	if (r.types && fclose(r.types))
		err = -ENOMEM;
	if (r.strings && fclose(r.strings))
		err = -ENOMEM;
	if (!err)
		err = write_btf(fd, types, types_size, strings, strings_size);
	HASH_CLEAR(hh, r.wanted);
	free(r.names);
	free(r.met);
	free(r.new_id);
	free(types);
	free(strings);
	return err;
}
