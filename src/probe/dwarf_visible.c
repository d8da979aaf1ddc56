// SPDX-License-Identifier: GPL-2.0-or-later
#include "dwarf_visible.h"

#include <errno.h>

#ifdef KTALLY_HAS_libdw
#include "dwarf_locate.h"

#include <dwarf.h>
#include <string.h>

struct seeing {
	const struct dwarf_function *f;
	int (*visit)(void *arg, const struct visible *v);
	void *arg;
};

static bool is_readable(const struct dwarf_function *f, struct dvariable *v)
{
	const char *text = dwarf_diename(&v->die);
	struct word name = {text, strlen(text), 1};
	struct probe_fetch fetch = {0};
	struct place place = {.fetch = &fetch};
	struct why unused;

	return !dwarf_locate(f, v, &name, &place, &unused);
}

/* What only another file defines is no variable of this one. */
static bool is_declared_only(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	bool declaration = false;

	return !dwarf_formflag(dwarf_attr(die, DW_AT_declaration, &attr), &declaration) && declaration;
}

static int see(void *arg, struct dvariable *v)
{
	const struct seeing *s = arg;
	char type[160];
	struct visible visible = {type, dwarf_diename(&v->die), false};

	if (is_declared_only(&v->die))
		return 0;
	dtype_text(type, sizeof(type), dtype_of(&v->die));
	visible.readable = is_readable(s->f, v);
	return s->visit(s->arg, &visible);
}

int dwarf_visible(const struct dwarf_spot *spot, bool externs, int (*visit)(void *arg, const struct visible *v),
				  void *arg, struct why *why)
{
	struct dwarf_function f;
	struct seeing s = {&f, visit, arg};
	int err = dwarf_function_at(spot, &f, why);

	return err ? err : dwarf_variables_visit(&f, externs, see, &s);
}
#else
int dwarf_visible(const struct dwarf_spot *spot, bool externs, int (*visit)(void *arg, const struct visible *v),
				  void *arg, struct why *why)
{
	(void)spot, (void)externs, (void)visit, (void)arg;
	return because(why, -ENOTSUP, "this ktally was built without libdw: variables are not known");
}
#endif
