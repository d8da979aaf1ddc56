/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * types.h - structures of the traced program's memory, on every machine. Only for src/calls.
 *
 * types.def: TYPE(id, bytes of 64-bit programs, of 32-bit ones), M(member, kind, family or type, offset 64-bit,
 * 32-bit), B and V likewise, END(id). V: printed with -v only, in whose place "..." stands. B: only if it is a device;
 * N: only if not.
 */
#pragma once

#include "constants.h"

#define TYPE(id, size64, size32) T_##id,
#define M(name, kind, with, at64, at32)
#define V(name, kind, with, at64, at32) M(name, kind, with, at64, at32)
#define B(name, kind, with, at64, at32) M(name, kind, with, at64, at32)
#define N(name, kind, with, at64, at32) M(name, kind, with, at64, at32)
#define END(id)
enum type {
	T_NONE,
#include "types.def"
	TYPES
};
#undef TYPE
#undef M
#undef V
#undef B
#undef N
#undef END

enum member_when { MEMBER_ALWAYS, MEMBER_VERBOSE, MEMBER_DEVICE, MEMBER_NO_DEVICE };

struct member {
	uint8_t kind, with, when;
	uint16_t at[2]; /* offset: of 64-bit programs, of 32-bit ones */
};

struct layout {
	const char *names; /* one after another, each with a NUL */
	const struct member *members;
	uint16_t size[2];
	uint8_t n;
};

enum type type_on(enum type t, enum machine m);
const struct layout *type_of(enum type t);
