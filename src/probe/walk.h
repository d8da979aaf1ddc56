/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walk.h - follows the steps of an expression from an argument to a value, and finds out how that is read and shown.
 * It asks its caller about the types on the way: types.c knows those of the kernel, dwarf_names.c those of a program.
 */
#pragma once

#include "base/near.h"
#include "expression.h"
#include "place.h"
#include "probe.h"

/* How a value is shown */
struct probe_type {
	enum probe_show show;
	__u32 type;	   /* of SHOW_ENUM: for enum_text() */
	char name[64]; /* as in C: "struct file *" */
};

enum type_kind { TYPE_OTHER, TYPE_NUMBER, TYPE_FLOAT, TYPE_ENUM, TYPE_POINTER, TYPE_ARRAY, TYPE_STRUCT };

/* Where a member lies: bits from the start of the struct, and the length of a bit field, else 0 */
struct part {
	uint64_t bit, bits;
};

/*
 * What the walk asks about the type to which it has come. `at` is the implementation's own and holds that type.
 * Typedefs, const and the like are skipped.
 */
struct type_ops {
	const char *who; /* "the kernel's BTF", for messages */
	enum type_kind (*kind)(const void *at);
	bool (*is_char)(const void *at);					/* a typedef of char, as u8, is none */
	int64_t (*size)(const void *at);					/* bytes; -1: unknown */
	int (*text)(const void *at, char *to, size_t size); /* as in C; as snprintf() */
	/* How a number or an enum is shown, SHOW_UNSIGNED for all decimal ones. Returns whether it is signed */
	bool (*show)(const void *at, struct probe_type *type);

	/* The others put another type into `at`. */
	/* What a pointer points to, or an array consists of. Sets *count to the array's elements if it knows them, and
	 * *user if a tag says that what is pointed to lies in user space */
	void (*inner)(void *at, uint64_t *count, bool *user);
	/* The type that a cast names. False if there is none; then `at` holds no type */
	bool (*find)(void *at, const struct step *cast);
	/* The type of a member. `name` NULL asks for the only member, if it has a name (atomic_t, kuid_t). Returns -ENOENT
	 * and fills `near` if there is no such member, -ENODATA if nothing says what is in the struct */
	int (*member)(void *at, const struct word *name, struct part *to, struct near *near);
};

struct walk {
	const struct type_ops *ops;
	void *at;			/* holds the type of the base, then of the value */
	struct place place; /* of the base, then of the value */
	struct probe_type *shown;
	struct why *why;
	unsigned stars;	  /* a cast made so many pointers to the type */
	unsigned column;  /* of the last step */
	struct part part; /* the bit field that begins at the place */
};

/* Refuses $retval at an entry, and any other variable. `names`: what else may begin here, "arguments". 0 or -EINVAL */
int walk_base(const struct word *base, bool is_return, const char *names, struct why *why);
/* From the base, where the place is, to the value: fills the place's fetch and `shown`. 0 or -errno with `why` */
int walk_steps(struct walk *w, const struct expression *e);
