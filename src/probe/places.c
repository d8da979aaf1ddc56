// SPDX-License-Identifier: GPL-2.0-or-later
#include "places.h"

#include "base/log.h"
#include "sys/kernel_debug.h"
#include "dwarf_places.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct probe_sources probe_sources;

/* Of "/some/where/nf-log.ko.xz" this is "nf_log". */
static void name_of_file(char *to, size_t size, const char *path)
{
	const char *base = strrchr(path, '/') + 1;
	size_t n = strcspn(base, ".");

	snprintf(to, size, "%.*s", (int)n, base);
	for (char *c = to; *c; c++)
		if (*c == '-')
			*c = '_';
}

/* The module's name, which may be written to `to`; NULL: it is the kernel itself */
static const char *find_module(char *to, size_t size, const struct source_place *place)
{
	const char *given = probe_sources.module;

	if (!given)
		return *place->function && kernel_debug_module_of(to, size, place->function) ? to : NULL;
	if (!strchr(given, '/'))
		return given;
	name_of_file(to, size, given);
	return to;
}

int probe_find_debug(struct probe *p, const struct source_place *place, struct why *why)
{
	char name[128];
	const char *module = find_module(name, sizeof(name), place), *file = probe_sources.vmlinux;
	int err;

	if (probe_sources.module && module == name)
		file = probe_sources.module;
	err = kernel_debug_find(p->path, sizeof(p->path), module, file, why);
	if (err <= 0)
		return err;
	if (!probe_sources.only_shown)
		return -EINVAL;
	warn("%s; its places and variables are shown", why->text);
	return 0;
}

int probe_return_of(struct probe *p, const struct probe_text *t, const struct source_place *place)
{
	if (p->is_return && (place->has_line || *place->pattern))
		return probe_wrong(t, "a return probe is put on a function, not on a place in it");
	p->is_return |= place->is_return;
	return 0;
}

/* In the kernel a place is a symbol and the distance from it. */
static int add(struct probe *p, const struct dwarf_places *places, size_t i)
{
	const struct dwarf_place *one = &places->list[i];
	bool in_kernel = p->target == TARGET_KERNEL;

	p->places.list[p->found.n] = (struct probe_place){one->offset, one->scope};
	p->places.inside |= one->inside;
	if (in_kernel)
		return functions_add(&p->found, one->symbol, one->distance);
	return functions_add(&p->found, places->n > 1 ? one->within : p->symbol, one->offset);
}

int probe_find_places(struct probe *p, const struct source_place *place, struct why *why)
{
	const struct dwarf_object in = {p->path, p->target == TARGET_KERNEL};
	struct dwarf_places places = {0};
	int err = dwarf_places_find(&places, &in, place, probe_sources.folder, why);

	if (!err) {
		free(p->places.list);
		p->places.list = calloc(places.n, sizeof(*p->places.list));
		err = p->places.list ? 0 : because(why, -ENOMEM, "out of memory");
	}
	for (size_t i = 0; i < places.n && !err; i++)
		err = add(p, &places, i);
	dwarf_places_free(&places);
	return err;
}
