// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbol_table.h"

#include "debug_files.h"
#include "demangle.h"
#include "elf_file.h"
#include "elf_symbols.h"

#include <errno.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

/*
 * Files are untrusted, and many symbols may share one long name. A symbol with a longer name is skipped; a file
 * with a larger table gets none.
 */
#define NAME_LONGEST 4096
#define TABLE_LARGEST (128UL << 20)

struct place {
	uint64_t offset, size;
	uint32_t name;	/* offset in names */
	bool demangled; /* at its first look-up, which most functions never have */
};

struct symbol_table {
	struct place *places;
	size_t n, room;
	char *names;
	size_t used, names_room;
	uint64_t bias;
};

static bool make_room(struct symbol_table *t, size_t length)
{
	size_t room = 2 * t->names_room + length + 4096;
	char *names;

	if (t->used + length <= t->names_room)
		return true;
	names = room < UINT32_MAX ? realloc(t->names, room) : NULL;
	if (!names)
		return false;
	t->names = names;
	t->names_room = room;
	return true;
}

static int add(void *arg, const struct elf_symbol *symbol)
{
	struct symbol_table *t = arg;
	size_t length = strnlen(symbol->name, NAME_LONGEST) + 1;

	if (length > NAME_LONGEST)
		return 0;
	if (symbol_table_size(t) > TABLE_LARGEST)
		return -E2BIG;
	if (t->n == t->room) {
		size_t room = t->room ? 2 * t->room : 512;
		struct place *places = realloc(t->places, room * sizeof(*places));

		if (!places)
			return -ENOMEM;
		t->places = places;
		t->room = room;
	}
	if (!make_room(t, length))
		return -ENOMEM;
	t->places[t->n++] = (struct place){symbol->offset, symbol->size, (uint32_t)t->used, false};
	memcpy(t->names + t->used, symbol->name, length);
	t->used += length;
	return 0;
}

/* Without room the symbol stays as it is. */
static void demangle_place(struct symbol_table *t, struct place *p)
{
	char name[DEMANGLE_ROOM];
	size_t length = (size_t)demangle(name, sizeof(name), t->names + p->name) + 1;

	p->demangled = true;
	if (!strcmp(name, t->names + p->name) || symbol_table_size(t) > TABLE_LARGEST || !make_room(t, length))
		return;
	p->name = (uint32_t)t->used;
	memcpy(t->names + t->used, name, length);
	t->used += length;
}

/* Puts the plainest of several names first: read, __read, __GI___libc_read. */
static int compare_names(const char *a, const char *b)
{
	size_t bars_a = strspn(a, "_"), bars_b = strspn(b, "_"), la = strlen(a), lb = strlen(b);

	if (bars_a != bars_b)
		return bars_a < bars_b ? -1 : 1;
	if (la != lb)
		return la < lb ? -1 : 1;
	return strcmp(a, b);
}

static int compare(const void *a, const void *b, void *names)
{
	const struct place *x = a, *y = b;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	if (!x->size != !y->size) /* one without a size would reach to the next symbol, so it comes last */
		return x->size ? -1 : 1;
	return compare_names((char *)names + x->name, (char *)names + y->name);
}

static void sort(struct symbol_table *t)
{
	size_t kept = 0;

	if (t->n)
		qsort_r(t->places, t->n, sizeof(*t->places), compare, t->names);
	for (size_t i = 0; i < t->n; i++)
		if (!kept || t->places[kept - 1].offset != t->places[i].offset)
			t->places[kept++] = t->places[i];
	t->n = kept;
}

struct origin {
	const char *root, *path;
};

/* from: NULL for an image in memory */
static struct symbol_table *read_elf(Elf *elf, const struct origin *from)
{
	struct symbol_table *t = elf && elf_kind(elf) == ELF_K_ELF ? calloc(1, sizeof(*t)) : NULL;
	int err = t ? elf_symbols_visit(elf, elf, add, t) : -ENOEXEC;

	if (!err && from)
		err = debug_symbols_visit(elf, from->root, from->path, add, t);
	if (!err) {
		t->bias = elf_code_bias(elf);
		sort(t);
	} else {
		symbol_table_free(t);
		t = NULL;
	}
	elf_end(elf);
	return t;
}

struct symbol_table *symbol_table_of_file(int fd, const char *root, const char *path)
{
	return read_elf(elf_file_begin(fd), &(struct origin){root, path});
}

struct symbol_table *symbol_table_of_image(const void *image, size_t size)
{
	char *copy = malloc(size); /* libelf may write to the image */
	struct symbol_table *t = NULL;

	elf_version(EV_CURRENT);
	if (copy)
		t = read_elf(elf_memory(memcpy(copy, image, size), size), NULL);
	free(copy);
	return t;
}

void symbol_table_free(struct symbol_table *t)
{
	if (!t)
		return;
	free(t->places);
	free(t->names);
	free(t);
}

size_t symbol_table_size(const struct symbol_table *t)
{
	return t ? t->room * sizeof(*t->places) + t->names_room : 0;
}

const char *symbol_table_find(struct symbol_table *t, uint64_t offset, uint64_t *into)
{
	size_t low = 0, high = t->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (t->places[middle].offset <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || (t->places[low - 1].size && offset - t->places[low - 1].offset >= t->places[low - 1].size))
		return NULL;
	if (!t->places[low - 1].demangled)
		demangle_place(t, &t->places[low - 1]);
	*into = offset - t->places[low - 1].offset;
	return t->names + t->places[low - 1].name;
}

uint64_t symbol_table_bias(const struct symbol_table *t)
{
	return t->bias;
}
