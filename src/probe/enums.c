// SPDX-License-Identifier: GPL-2.0-or-later
#include "enums.h"

#include "sys/kernel_btf.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct constants {
	struct constants *next;
	__u32 id;
	unsigned n, room;
	uint64_t mask; /* the bits of a constant's size */
	bool is_set, is_signed;
	struct constant {
		uint64_t value;
		char *name;
	} list[];
};

static struct constants *enums;

static struct constants *find(__u32 id)
{
	struct constants *e = enums;

	while (e && e->id != id)
		e = e->next;
	return e;
}

static void forget(struct constants *e)
{
	for (unsigned i = 0; i < e->n; i++)
		free(e->list[i].name);
	free(e);
}

static uint64_t value_of(const struct btf_type *t, unsigned i, __u32 *name)
{
	*name = btf_is_enum64(t) ? btf_enum64(t)[i].name_off : btf_enum(t)[i].name_off;
	return btf_is_enum64(t) ? btf_enum64_value(&btf_enum64(t)[i]) : (uint64_t)(int64_t)btf_enum(t)[i].val;
}

/* Three single bits or more, and nothing else, make a set: 1, 2, 4. The constants 1, 2 or 1, 2, 3 are numbers. */
static bool is_set(const struct constants *e)
{
	unsigned bits = 0;

	for (unsigned i = 0; i < e->n; i++) {
		if (e->list[i].value & (e->list[i].value - 1))
			return false;
		bits += e->list[i].value != 0;
	}
	return bits >= 3;
}

struct constants *enum_begin(unsigned n, unsigned size)
{
	struct constants *e = calloc(1, sizeof(*e) + n * sizeof(e->list[0]));

	if (!e)
		return NULL;
	e->room = n;
	e->mask = size < 8 ? (1ULL << size * 8) - 1 : UINT64_MAX;
	return e;
}

bool enum_add(struct constants *e, const char *name, uint64_t value)
{
	char *copy = e->n < e->room ? strdup(name) : NULL;

	if (!copy) {
		forget(e);
		return false;
	}
	e->is_signed |= (int64_t)value < 0;
	e->list[e->n++] = (struct constant){value & e->mask, copy};
	return true;
}

static void keep(struct constants *e, __u32 id)
{
	e->id = id;
	e->is_set = is_set(e);
	e->next = enums;
	enums = e;
}

__u32 enum_end(struct constants *e)
{
	static __u32 last = 1U << 30;

	keep(e, ++last);
	return last;
}

int enum_keep(__u32 id)
{
	const struct btf_type *t = kernel_btf_type(id);
	struct constants *e;
	__u32 name;

	if (find(id))
		return 0;
	e = enum_begin(btf_vlen(t), t->size);
	for (unsigned i = 0; e && i < btf_vlen(t); i++) {
		uint64_t value = value_of(t, i, &name);

		if (!enum_add(e, kernel_btf_string_of(id, name), value))
			return -ENOMEM;
	}
	if (!e)
		return -ENOMEM;
	keep(e, id);
	return 0;
}

static int put_set(char *to, size_t size, const struct constants *e, uint64_t value)
{
	uint64_t known = 0;
	int n = 0;

	for (unsigned i = 0; i < e->n; i++)
		known |= e->list[i].value;
	if (!value || value & ~known)
		return snprintf(to, size, "0x%" PRIx64, value);
	for (unsigned i = 0; i < e->n && n < (int)size; i++)
		if (e->list[i].value & value) {
			value &= ~e->list[i].value; /* a bit may have two names: the first one wins */
			n += snprintf(to + n, size - (size_t)n, "%s%s", n ? "|" : "", e->list[i].name);
		}
	return n;
}

int enum_text(char *to, size_t size, __u32 id, uint64_t value)
{
	const struct constants *e = find(id);

	if (!e)
		return snprintf(to, size, "%" PRIu64, value);
	value &= e->mask;
	for (unsigned i = 0; i < e->n; i++)
		if (e->list[i].value == value)
			return snprintf(to, size, "%s", e->list[i].name);
	if (e->is_set)
		return put_set(to, size, e, value);
	if (e->is_signed && value >> 31 && e->mask == UINT32_MAX)
		return snprintf(to, size, "%" PRId32, (int32_t)value);
	return snprintf(to, size, "%" PRIu64, value);
}

void enums_drop(void)
{
	while (enums) {
		struct constants *e = enums;

		enums = e->next;
		forget(e);
	}
}
