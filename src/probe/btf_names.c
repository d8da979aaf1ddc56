// SPDX-License-Identifier: GPL-2.0-or-later
/* Walks from an argument along the steps of an expression */
#include "btf_names.h"

#include "sys/kernel_btf.h"
#include "expression.h"
#include "parameters.h"
#include "types.h"
#include "value.h"

#include <errno.h>
#include <string.h>

struct walk {
	struct ending at; /* where we are */
	__u32 proto;	  /* where to look for types first */
	struct why *why;
};

static int pointed(struct walk *w, const struct step *s, const char *what)
{
	char text[100];

	type_declare(text, sizeof(text), w->at.type, &"********"[8 - (w->at.stars < 8 ? w->at.stars : 8)]);
	return because_at(w->why, -EINVAL, s->name.column, "%s, and this is %s", what, text);
}

/* A pointer: follow it. -EINVAL and no message where it is none */
static int follow(struct walk *w, unsigned column)
{
	__u32 id = type_skip(w->at.type, NULL);
	const struct btf_type *t = kernel_btf_type(id);

	if (w->at.stars) {
		w->at.stars--;
	} else if (t && btf_is_ptr(t)) {
		w->at.type = kernel_btf_ref(id, t->type);
		type_skip(w->at.type, &w->at.place.user);
	} else {
		return -EINVAL;
	}
	return place_follow(&w->at.place, column, w->why);
}

static int enter_member(struct walk *w, const struct step *s)
{
	__u32 id = type_skip(w->at.type, NULL);
	const struct btf_type *t = w->at.stars ? NULL : kernel_btf_type(id);
	struct near near = {.wanted = s->name.text, .length = s->name.length};
	struct member m;
	char names[200], type[100];

	if (t && btf_kind(t) == BTF_KIND_FWD)
		return because_at(w->why, -ENOENT, s->name.column, "the kernel's BTF does not say what is in struct %s",
						  type_name(id));
	if (!t || !btf_is_composite(t))
		return pointed(w, s, "only a struct has members");
	if (!type_member(id, s->name.text, s->name.length, &m, &near)) {
		near_text(names, sizeof(names), &near);
		type_declare(type, sizeof(type), id, "");
		return because_at(w->why, -ENOENT, s->name.column, "%s has no member %.*s; it has %s", type,
						  (int)s->name.length, s->name.text, names);
	}
	w->at.type = m.type;
	w->at.bits = m.bits;
	w->at.bit = m.bits ? m.bit : 0;
	return m.bits ? 0 : place_move(&w->at.place, m.bit, s->name.column, w->why);
}

static int take_arrow(struct walk *w, const struct step *s)
{
	int err = follow(w, s->name.column);

	if (err == -EINVAL)
		return pointed(w, s, "-> follows a pointer (perhaps '.' is meant)");
	return err ? err : enter_member(w, s);
}

static int take_dot(struct walk *w, const struct step *s)
{
	const struct btf_type *t = kernel_btf_type(type_skip(w->at.type, NULL));

	if (w->at.stars || (t && btf_is_ptr(t)))
		return pointed(w, s, "'.' follows a struct (perhaps -> is meant)");
	return enter_member(w, s);
}

static int take_index(struct walk *w, const struct step *s)
{
	__u32 id = type_skip(w->at.type, NULL);
	const struct btf_type *t = kernel_btf_type(id);
	bool array = !w->at.stars && t && btf_is_array(t);
	__s64 size;
	int err = 0;

	if (array) {
		if (btf_array(t)->nelems && s->index >= btf_array(t)->nelems)
			return because_at(w->why, -EINVAL, s->name.column, "the array has %u elements, from 0",
							  btf_array(t)->nelems);
		w->at.type = kernel_btf_ref(id, btf_array(t)->type);
	} else {
		err = follow(w, s->name.column);
	}
	if (err == -EINVAL)
		return pointed(w, s, "only arrays and pointers have elements");
	size = w->at.stars ? 8 : type_size(w->at.type);
	if (!err && size < 0)
		return pointed(w, s, "an element must have a size");
	return err ? err : place_move(&w->at.place, s->index * size * 8, s->name.column, w->why);
}

static int take_star(struct walk *w, const struct step *s)
{
	static const struct step first = {.kind = STEP_INDEX};
	const struct btf_type *t = kernel_btf_type(type_skip(w->at.type, NULL));
	int err = !w->at.stars && t && btf_is_array(t) ? take_index(w, &first) : follow(w, s->name.column);

	return err == -EINVAL ? pointed(w, s, "'*' comes before a pointer") : err;
}

static int take_cast(struct walk *w, const struct step *s)
{
	const struct btf_type *t = kernel_btf_type(type_skip(w->at.type, NULL));
	__u32 id = type_find(s->tag, s->name.text, s->name.length, w->proto);

	if (!id)
		return because_at(w->why, -ENOENT, s->name.column, "the kernel's BTF has no type %s%.*s",
						  s->tag ? s->tag == 's' ? "struct " : "union " : "", (int)s->name.length, s->name.text);
	if (!w->at.stars && (!t || !(btf_is_ptr(t) || (btf_is_int(t) && t->size == 8)) || w->at.bits))
		return pointed(w, s, "only a pointer or a number of 8 bytes can be a pointer");
	w->at.type = id;
	w->at.stars = s->stars;
	return 0;
}

static int take_step(struct walk *w, const struct step *s)
{
	w->at.column = s->name.column;
	switch (s->kind) {
	case STEP_ARROW:
		return take_arrow(w, s);
	case STEP_DOT:
		return take_dot(w, s);
	case STEP_INDEX:
		return take_index(w, s);
	case STEP_STAR:
		return take_star(w, s);
	case STEP_CAST:
		return take_cast(w, s);
	}
	return -EINVAL;
}

static int find_base(const char *function, const struct word *base, bool is_return, __u32 *proto, struct parameter *p,
					 struct why *why)
{
	if (*base->text == '$' && !word_is(base, "$retval"))
		return because_at(why, -EINVAL, base->column, "%.*s is unknown here; there are $retval and names of arguments",
						  (int)base->length, base->text);
	if (*base->text == '$' && !is_return)
		return because_at(why, -EINVAL, base->column, "$retval is known at the return only (r:...)");
	*proto = type_function(function, why);
	if (!*proto)
		return -ENOENT;
	return *base->text == '$' ? parameter_returned(*proto, function, p, why)
							  : parameter_find(*proto, function, base, p, why);
}

int btf_argument(const char *function, struct probe_text expression, bool is_return, struct probe_fetch *to, int *word,
				 struct probe_type *type, struct why *why)
{
	struct walk w = {.at.place.fetch = to, .why = why};
	struct expression e;
	struct parameter p = {0};
	int err = expression_parse(&e, expression, why);

	if (!err)
		err = find_base(function, &e.base, is_return, &w.proto, &p, why);
	if (err)
		return err;
	memset(to, 0, sizeof(*to));
	memset(type, 0, sizeof(*type));
	w.at.type = p.type;
	w.at.column = e.base.column;
	for (unsigned i = 0; i < e.nsteps && !err; i++)
		err = take_step(&w, &e.steps[i]);
	if (!err)
		err = value_read(&w.at, type, why);
	/* of a struct in two registers the second */
	*word = p.word == PROBE_RETURNED ? p.word : p.word + (int)(w.at.place.bit / 64);
	return err;
}
