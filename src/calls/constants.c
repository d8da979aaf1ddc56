// SPDX-License-Identifier: GPL-2.0-or-later
/* The names of a family are one string with NULs between them: a pointer to each would take more room than the name. */
#include "constants.h"

#include <errno.h>
#include <string.h>

#define FAMILY(id, unknown) static const char id##_names[] =
#define K(name, value) #name "\0"
#define END(id) "";
#include "constants/all.def"
#undef FAMILY
#undef K
#undef END

#define FAMILY(id, unknown) static const uint32_t id##_values[] = {
#define K(name, value) value,
#define END(id) \
	}           \
	;
#include "constants/all.def"
#undef FAMILY
#undef K
#undef END

#define FAMILY(id, unknown) {unknown, id##_names, id##_values, sizeof(id##_values) / sizeof(id##_values[0])},
#define K(name, value)
#define END(id)
static const struct {
	const char *unknown, *names;
	const uint32_t *values;
	unsigned n;
} families[FAMILIES] = {
	{"", "", NULL, 0},
#include "constants/all.def"
};

enum family family_on(enum family f, enum machine m)
{
	return f == V_O && (m == MACHINE_AARCH64 || m == MACHINE_ARM) ? V_O_ARM : f;
}

const char *family_unknown(enum family f)
{
	return families[f].unknown;
}

bool constant_next(enum family f, struct constant *c)
{
	if (c->i >= families[f].n)
		return false;
	c->name = c->name ? c->name + strlen(c->name) + 1 : families[f].names;
	c->value = families[f].values[c->i++];
	return true;
}

/* Values first: few names are ever looked at */
const char *constant_name(enum family f, uint32_t value)
{
	const char *name = families[f].names;

	for (unsigned i = 0; i < families[f].n; i++)
		if (families[f].values[i] == value) {
			while (i--)
				name += strlen(name) + 1;
			return name;
		}
	return NULL;
}

int constant_value(enum family f, const char *name, size_t n, uint32_t *to)
{
	struct constant c = {0};

	while (constant_next(f, &c))
		if (strlen(c.name) == n && !memcmp(c.name, name, n)) {
			*to = c.value;
			return 0;
		}
	return -ENOENT;
}

int constant_find(enum machine m, const char *name, size_t n, uint32_t *to)
{
	for (enum family f = V_NONE + 1; f < FAMILIES; f++)
		if (f != V_O_ARM && !constant_value(family_on(f, m), name, n, to))
			return 0;
	return -ENOENT;
}
