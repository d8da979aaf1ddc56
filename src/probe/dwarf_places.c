// SPDX-License-Identifier: GPL-2.0-or-later
#include "dwarf_places.h"

#include <errno.h>
#include <stdlib.h>

void dwarf_places_free(struct dwarf_places *p)
{
	free(p->list);
	*p = (struct dwarf_places){0};
}

#ifdef KTALLY_HAS_libdw
#include "dwarf_file.h"
#include "dwarf_scope.h"
#include "dwarf_wanted.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

struct search {
	const struct source_place *source;
	struct dwarf_wanted wanted;
	struct dwarf_program program;
	struct dwarf_places *to;
	const struct dwarf_copy *copy; /* in which rows must lie; NULL: anywhere */
	unsigned declared;			   /* lines are counted from this one */
	const char *file;			   /* of the function; NULL: source->file tells */
};

/* ---- one place ---- */

static struct dwarf_place *new_place(struct dwarf_places *to)
{
	if (to->n == to->room) {
		size_t room = to->room ? 2 * to->room : 16;
		struct dwarf_place *list = realloc(to->list, room * sizeof(*list));

		if (!list)
			return NULL;
		to->list = list;
		to->room = room;
	}
	to->list[to->n] = (struct dwarf_place){0};
	return &to->list[to->n++];
}

/* False: the kernel has no name for it, as of what it drops after the boot */
static bool fill_symbol(const struct search *s, struct dwarf_place *to)
{
	const char *symbol = dwarf_kernel_symbol(s->program.kernel, to->pc, &to->distance);

	return symbol && snprintf(to->symbol, sizeof(to->symbol), "%s", symbol) < (int)sizeof(to->symbol);
}

/* Names the function whose code it is. False: the place is in no function */
static bool fill_within(const struct search *s, Dwarf_Die *unit, struct dwarf_place *to, Dwarf_Die *function)
{
	char name[220];
	Dwarf_Addr entry;

	if (!dwarf_subprogram_at(unit, to->pc, function))
		return false;
	dwarf_function_name(name, sizeof(name), function);
	if (dwarf_begin_of(function, &entry))
		entry = to->pc;
	to->inside = to->pc != entry;
	snprintf(to->within, sizeof(to->within), "%s+0x%llx", name, (unsigned long long)(to->pc - entry));
	to->offset = dwarf_offset_of(&s->program, to->pc);
	return !s->program.kernel || fill_symbol(s, to);
}

static void fill_source(struct dwarf_place *to, Dwarf_Die *scope)
{
	const char *file;

	to->scope = dwarf_dieoffset(scope);
	dwarf_function_name(to->source, sizeof(to->source), scope);
	if (!dwarf_declared(scope, &file, &to->declared))
		to->declared = 0;
}

/* ---- rows of lines ---- */

static bool is_wanted(struct search *s, const struct dwarf_line *row)
{
	Dwarf_Die die;

	if (s->file ? strcmp(s->file, row->file) : !source_place_in_file(s->source, row->file))
		return false;
	if (s->copy) {
		die = s->copy->die;
		if (dwarf_haspc(&die, row->pc) <= 0)
			return false;
	}
	return dwarf_wanted_line(&s->wanted, row->file, row->line, s->declared);
}

struct visit {
	struct search *s;
	Dwarf_Die unit;
};

static int add_row(void *arg, const struct dwarf_line *row)
{
	struct visit *v = arg;
	struct search *s = v->s;
	struct dwarf_place *place;
	Dwarf_Die function, scope;
	bool scoped;

	if (!is_wanted(s, row))
		return 0;
	place = new_place(s->to);
	if (!place)
		return -ENOMEM;
	place->pc = row->pc;
	place->line = row->line;
	place->file = row->file;
	if (!fill_within(s, &v->unit, place, &function)) {
		s->to->n--;
		return 0;
	}
	scoped = dwarf_scope_of(&function, row, &scope);
	if (s->copy && scoped && scope.addr != s->copy->die.addr) /* a line of another function, inlined here */
		s->to->n--;
	else
		fill_source(place, scoped ? &scope : &function);
	return 0;
}

static int search_unit(void *search, Dwarf_Die *unit)
{
	struct visit v = {.s = search, .unit = *unit};

	return dwarf_lines_visit(unit, add_row, &v);
}

/* ---- functions ---- */

static int add_entry(struct search *s, struct dwarf_copy *copy)
{
	struct dwarf_place *place = new_place(s->to);
	Dwarf_Die function;

	if (!place)
		return -ENOMEM;
	if (dwarf_begin_of(&copy->die, &place->pc) || !fill_within(s, &copy->unit, place, &function)) {
		s->to->n--;
		return 0;
	}
	fill_source(place, &copy->die);
	place->file = s->file ? s->file : "";
	place->line = s->declared;
	return 0;
}

/* Line 0 is the entry, even if the table has that on the line of the brace. */
static int search_copy(struct search *s, struct dwarf_copy *copy)
{
	int err;

	if (!dwarf_declared(&copy->die, &s->file, &s->declared))
		s->file = NULL;
	if (s->source->is_return && dwarf_copy_is_inlined(copy))
		return 0;
	if (!s->source->has_line && !*s->source->pattern)
		return add_entry(s, copy);
	if (!s->file)
		return 0;
	s->copy = copy;
	err = !s->source->line && s->source->has_line && !dwarf_copy_is_inlined(copy) ? add_entry(s, copy) : 0;
	return err ? err : search_unit(s, &copy->unit);
}

static int search_function(struct search *s, struct why *why)
{
	struct dwarf_copies copies = {0};
	int err = dwarf_copies_find(&copies, s->program.dwarf, s->source);

	if (!err && !copies.n)
		err = because(why, -ENOENT, "the debug information has no function %s%s%s", s->source->function,
					  *s->source->file ? " in " : "", s->source->file);
	for (size_t i = 0; i < copies.n && !err; i++)
		err = search_copy(s, &copies.list[i]);
	if (!err && !s->to->n && s->source->is_return)
		err = because(why, -ENOENT, "%s is only inlined: there it does not return", s->source->function);
	dwarf_copies_free(&copies);
	return err;
}

/* ---- the whole ---- */

static int by_pc(const void *a, const void *b)
{
	const struct dwarf_place *x = a, *y = b;

	return x->pc != y->pc ? (x->pc > y->pc) - (x->pc < y->pc) : (x->line > y->line) - (x->line < y->line);
}

/* Inlined into one another, a place is found once for each copy around it. */
static void sort(struct dwarf_places *p)
{
	size_t n = 0;

	if (p->n)
		qsort(p->list, p->n, sizeof(*p->list), by_pc);
	for (size_t i = 0; i < p->n; i++)
		if (!n || by_pc(&p->list[n - 1], &p->list[i]))
			p->list[n++] = p->list[i];
	p->n = n;
}

int dwarf_places_find(struct dwarf_places *to, const struct dwarf_object *in, const struct source_place *source,
					  const char *folder, struct why *why)
{
	struct search s = {.source = source, .to = to};
	int err = dwarf_program_open(in, &s.program, why);

	if (err)
		return err;
	dwarf_wanted_begin(&s.wanted, source, folder);
	if (*source->function)
		err = search_function(&s, why);
	else
		err = dwarf_units(s.program.dwarf, search_unit, &s);
	if (!err && !to->n)
		err = dwarf_wanted_problem(&s.wanted, why);
	dwarf_wanted_end(&s.wanted);
	sort(to);
	return err == -ENOMEM ? because(why, err, "out of memory") : err;
}
#else
int dwarf_places_find(struct dwarf_places *to, const struct dwarf_object *in, const struct source_place *source,
					  const char *folder, struct why *why)
{
	(void)to, (void)in, (void)source, (void)folder;
	return because(why, -ENOTSUP, "this ktally was built without libdw: places in the source are not known");
}
#endif
