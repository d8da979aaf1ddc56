/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * constants.h - names and values of the kernel's constants, in families. Pure.
 *
 * constants/NAME.def: FAMILY(id, "what is printed beside an unknown value"), K(name, value)..., END(id). The order
 * within a family is the order in which flags are printed; of two names for one value the first is printed. Values have
 * 32 bits. x86-64 and i386 have the same; arm64 has its own where a family ends in _ARM.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum machine { MACHINE_X86_64, MACHINE_AARCH64, MACHINE_I386, MACHINE_ARM, MACHINES };

#define FAMILY(id, unknown) V_##id,
#define K(name, value)
#define END(id)
enum family {
	V_NONE,
#include "constants/all.def"
	FAMILIES
};
#undef FAMILY
#undef K
#undef END

/* The family that has this one's values on that machine */
enum family family_on(enum family f, enum machine m);
const char *family_unknown(enum family f); /* "O_???" */

struct constant {
	const char *name;
	uint32_t value;
	unsigned i;
};
/* All constants of a family: begin with {0}; false after the last one */
bool constant_next(enum family f, struct constant *c);
const char *constant_name(enum family f, uint32_t value); /* NULL: none */

/* -ENOENT: no such constant. constant_find() looks into every family. `n` bytes of name */
int constant_value(enum family f, const char *name, size_t n, uint32_t *to);
int constant_find(enum machine m, const char *name, size_t n, uint32_t *to);
