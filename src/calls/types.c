// SPDX-License-Identifier: GPL-2.0-or-later
#include "types.h"

#include "kinds.h"

#define TYPE(id, size64, size32) static const char id##_names[] =
#define M(name, kind, with, at64, at32) #name "\0"
#define V(name, kind, with, at64, at32) M(name, kind, with, at64, at32)
#define B(name, kind, with, at64, at32) M(name, kind, with, at64, at32)
#define N(name, kind, with, at64, at32) M(name, kind, with, at64, at32)
#define END(id) "";
#include "types.def"
#undef TYPE
#undef M
#undef V
#undef B
#undef N
#undef END

#define TYPE(id, size64, size32) static const struct member id##_members[] = {
#define M(name, kind, with, at64, at32) {kind, with, MEMBER_ALWAYS, {at64, at32}},
#define V(name, kind, with, at64, at32) {kind, with, MEMBER_VERBOSE, {at64, at32}},
#define B(name, kind, with, at64, at32) {kind, with, MEMBER_DEVICE, {at64, at32}},
#define N(name, kind, with, at64, at32) {kind, with, MEMBER_NO_DEVICE, {at64, at32}},
#define END(id) \
	}           \
	;
#include "types.def"
#undef TYPE
#undef M
#undef V
#undef B
#undef N
#undef END

#define TYPE(id, size64, size32) \
	{id##_names, id##_members, {size64, size32}, sizeof(id##_members) / sizeof(id##_members[0])},
#define M(name, kind, with, at64, at32)
#define V(name, kind, with, at64, at32) M(name, kind, with, at64, at32)
#define B(name, kind, with, at64, at32) M(name, kind, with, at64, at32)
#define N(name, kind, with, at64, at32) M(name, kind, with, at64, at32)
#define END(id)
static const struct layout types[TYPES] = {
	{0},
#include "types.def"
};

enum type type_on(enum type t, enum machine m)
{
	if (t == T_STAT && m == MACHINE_AARCH64)
		return T_STAT_ARM64;
	return t;
}

const struct layout *type_of(enum type t)
{
	return &types[t];
}
