// SPDX-License-Identifier: GPL-2.0-or-later
#include "walk.h"

#include <errno.h>
#include <stdio.h>

static enum type_kind kind_of(const struct walk *w)
{
	return w->stars ? TYPE_POINTER : w->ops->kind(w->at);
}

static void type_text(const struct walk *w, char *to, size_t size)
{
	int n = w->ops->text(w->at, to, size);

	if (w->stars && n < (int)size)
		snprintf(to + n, size - (size_t)n, " %.*s", (int)w->stars, "********");
}

static int refuse(const struct walk *w, int err, const char *what)
{
	char text[120];

	type_text(w, text, sizeof(text));
	return because_at(w->why, err, w->column, "%s, and this is %s", what, text);
}

/* ---- steps ---- */

/* From the type of a pointer to that of what it points to */
static void point(struct walk *w)
{
	uint64_t count;

	if (w->stars)
		w->stars--;
	else
		w->ops->inner(w->at, &count, &w->place.user);
}

static int follow(struct walk *w)
{
	point(w);
	return place_follow(&w->place, w->column, w->why);
}

static int move_to(struct walk *w, struct part part)
{
	w->part = part.bits ? part : (struct part){0};
	return part.bits ? 0 : place_move(&w->place, (int64_t)part.bit, w->column, w->why);
}

static int enter_member(struct walk *w, const struct word *name)
{
	struct near near = {.wanted = name->text, .length = name->length};
	char names[200], type[120];
	struct part part;
	int err;

	if (kind_of(w) != TYPE_STRUCT)
		return refuse(w, -EINVAL, "only a struct has members");
	err = w->ops->member(w->at, name, &part, &near);
	if (!err)
		return move_to(w, part);
	type_text(w, type, sizeof(type));
	if (err == -ENODATA)
		return because_at(w->why, -ENOENT, w->column, "%s does not say what is in %s", w->ops->who, type);
	near_text(names, sizeof(names), &near);
	return because_at(w->why, -ENOENT, w->column, "%s has no member %.*s; it has %s", type, (int)name->length,
					  name->text, names);
}

static int take_arrow(struct walk *w, const struct word *name)
{
	int err =
		kind_of(w) == TYPE_POINTER ? follow(w) : refuse(w, -EINVAL, "-> follows a pointer (perhaps '.' is meant)");

	return err ? err : enter_member(w, name);
}

static int take_dot(struct walk *w, const struct word *name)
{
	if (kind_of(w) == TYPE_POINTER)
		return refuse(w, -EINVAL, "'.' follows a struct (perhaps -> is meant)");
	return enter_member(w, name);
}

static int take_index(struct walk *w, int64_t index)
{
	enum type_kind kind = kind_of(w);
	uint64_t count = 0;
	int64_t size;
	int err = 0;

	if (kind == TYPE_ARRAY)
		w->ops->inner(w->at, &count, &w->place.user);
	else if (kind == TYPE_POINTER)
		err = follow(w);
	else
		err = refuse(w, -EINVAL, "only arrays and pointers have elements");
	if (count && (uint64_t)index >= count)
		err = because_at(w->why, -EINVAL, w->column, "the array has %llu elements, from 0", (unsigned long long)count);
	if (err)
		return err;
	size = w->stars ? 8 : w->ops->size(w->at);
	return size < 0 ? refuse(w, -EINVAL, "an element must have a size")
					: place_move(&w->place, index * size * 8, w->column, w->why);
}

static int take_star(struct walk *w)
{
	enum type_kind kind = kind_of(w);

	if (kind == TYPE_ARRAY)
		return take_index(w, 0);
	return kind == TYPE_POINTER ? follow(w) : refuse(w, -EINVAL, "'*' comes before a pointer");
}

static int take_cast(struct walk *w, const struct step *s)
{
	enum type_kind kind = kind_of(w);
	int err = 0;

	if (w->part.bits || (kind != TYPE_POINTER && (kind != TYPE_NUMBER || w->ops->size(w->at) != 8)))
		err = refuse(w, -EINVAL, "only a pointer or a number of 8 bytes can be a pointer");
	/* a type that nobody knows is the better reason */
	if (!w->ops->find(w->at, s))
		return because_at(w->why, -ENOENT, w->column, "%s has no type %s%.*s", w->ops->who,
						  s->tag ? s->tag == 's' ? "struct " : "union " : "", (int)s->name.length, s->name.text);
	w->stars = s->stars;
	return err;
}

static int take_step(struct walk *w, const struct step *s)
{
	w->column = s->name.column;
	switch (s->kind) {
	case STEP_ARROW:
		return take_arrow(w, &s->name);
	case STEP_DOT:
		return take_dot(w, &s->name);
	case STEP_INDEX:
		return take_index(w, s->index);
	case STEP_STAR:
		return take_star(w);
	case STEP_CAST:
		return take_cast(w, s);
	}
	return -EINVAL;
}

/* ---- the value at the end ---- */

static int cannot_be_read(const struct walk *w)
{
	return because_at(w->why, -ENOTSUP, w->column, "a value of type %s cannot be read", w->shown->name);
}

static int read_pointer(struct walk *w)
{
	point(w);
	if (w->stars || !w->ops->is_char(w->at)) {
		w->shown->show = SHOW_HEX;
		return place_number(&w->place, 8, 0, 0, w->column, w->why);
	}
	w->shown->show = SHOW_TEXT;
	return place_text_behind(&w->place, w->column, w->why);
}

static int read_number(struct walk *w)
{
	bool is_signed = w->ops->show(w->at, w->shown);

	if (is_signed && w->shown->show == SHOW_UNSIGNED)
		w->shown->show = SHOW_SIGNED;
	w->place.fetch->is_signed = is_signed;
	return place_number(&w->place, (uint32_t)w->ops->size(w->at), (uint32_t)w->part.bit, (uint32_t)w->part.bits,
						w->column, w->why);
}

static int read_array(struct walk *w)
{
	uint64_t count;

	w->ops->inner(w->at, &count, &w->place.user);
	if (!w->ops->is_char(w->at))
		return because_at(w->why, -EINVAL, w->column, "this is an array, %s: choose an element, [0]", w->shown->name);
	w->shown->show = SHOW_TEXT;
	return place_text(&w->place, w->column, w->why);
}

static int read_value(struct walk *w);

/* A wrapper of one value is read as that value */
static int read_struct(struct walk *w)
{
	struct near near = {.wanted = ""};
	struct part part;
	char names[200];
	int err = w->ops->member(w->at, NULL, &part, &near);

	if (err == -ENODATA)
		return cannot_be_read(w);
	if (err) {
		near_text(names, sizeof(names), &near);
		return because_at(w->why, -EINVAL, w->column, "this is a %s: choose a member, one of %s", w->shown->name,
						  names);
	}
	err = move_to(w, part);
	return err ? err : read_value(w);
}

static int read_value(struct walk *w)
{
	switch (kind_of(w)) {
	case TYPE_POINTER:
		return read_pointer(w);
	case TYPE_NUMBER:
	case TYPE_ENUM:
		return read_number(w);
	case TYPE_FLOAT:
		return refuse(w, -ENOTSUP, "numbers of floating point cannot be read");
	case TYPE_ARRAY:
		return read_array(w);
	case TYPE_STRUCT:
		return read_struct(w);
	case TYPE_OTHER:
		break;
	}
	return cannot_be_read(w);
}

int walk_base(const struct word *base, bool is_return, const char *names, struct why *why)
{
	if (*base->text != '$')
		return 0;
	if (!word_is(base, "$retval"))
		return because_at(why, -EINVAL, base->column, "%.*s is unknown here; there are $retval and names of %s",
						  (int)base->length, base->text, names);
	return is_return ? 0 : because_at(why, -EINVAL, base->column, "$retval is known at the return only (r:...)");
}

int walk_steps(struct walk *w, const struct expression *e)
{
	int err = 0;

	w->column = e->base.column;
	for (unsigned i = 0; i < e->nsteps && !err; i++)
		err = take_step(w, &e->steps[i]);
	if (err)
		return err;
	*w->shown = (struct probe_type){0};
	type_text(w, w->shown->name, sizeof(w->shown->name));
	return read_value(w);
}
