// SPDX-License-Identifier: GPL-2.0-or-later
#include "place.h"

#include <errno.h>

int place_follow(struct place *p, unsigned column, struct why *why)
{
	struct probe_fetch *f = p->fetch;

	if (f->noffsets == PROBE_OFFSETS)
		return because_at(why, -E2BIG, column, "behind more than %d pointers", PROBE_OFFSETS);
	if (p->bit % 64)
		return because_at(why, -ENOTSUP, column, "a pointer inside a struct that is passed by value");
	if (p->user)
		f->user |= 1U << f->noffsets;
	f->offsets[f->noffsets++] = 0;
	return 0;
}

int place_move(struct place *p, int64_t bits, unsigned column, struct why *why)
{
	struct probe_fetch *f = p->fetch;
	int64_t to;

	if (!f->noffsets) {
		p->bit += (uint32_t)bits;
		return 0;
	}
	to = f->offsets[f->noffsets - 1] + bits / 8;
	if (to > INT32_MAX || to < INT32_MIN)
		return because_at(why, -E2BIG, column, "more than 2 GB from the start of what it lies in");
	f->offsets[f->noffsets - 1] = (int32_t)to;
	return 0;
}

static void number_in_register(struct place *p, uint32_t size, uint32_t bit, uint32_t bits)
{
	struct probe_fetch *f = p->fetch;

	p->bit += bit;
	f->size = size;
	f->bits = bits;
	if (p->bit % 64) {
		f->size = 8;
		f->shift = p->bit % 64;
		f->bits = bits ? bits : size * 8;
	}
}

/* Loads the smallest number, aligned to its size, that has all bits: it never reaches out of the struct. */
static bool aligned_load(struct probe_fetch *f, uint32_t bit)
{
	for (f->size = 1; f->size <= 8; f->size *= 2) {
		uint32_t start = bit / 8 / f->size * f->size;

		f->shift = bit - start * 8;
		if (f->shift + f->bits > f->size * 8)
			continue;
		f->offsets[f->noffsets - 1] += (int32_t)start;
		return true;
	}
	return false;
}

static bool packed_load(struct probe_fetch *f, uint32_t bit)
{
	f->size = 8;
	f->shift = bit % 8;
	f->offsets[f->noffsets - 1] += (int32_t)(bit / 8);
	return f->shift + f->bits <= 64;
}

int place_number(struct place *p, uint32_t size, uint32_t bit, uint32_t bits, unsigned column, struct why *why)
{
	struct probe_fetch *f = p->fetch;

	f->kind = PROBE_NUMBER;
	if (size != 1 && size != 2 && size != 4 && size != 8)
		return because_at(why, -ENOTSUP, column, "a number of %u bytes; it can be 1, 2, 4 or 8", size);
	if (!f->noffsets) {
		number_in_register(p, size, bit, bits);
		return 0;
	}
	f->size = size;
	f->bits = bits;
	if (bits && !aligned_load(f, bit) && !packed_load(f, bit))
		return because_at(why, -ENOTSUP, column, "a bit field over more than 8 bytes");
	return 0;
}

int place_text(struct place *p, unsigned column, struct why *why)
{
	if (!p->fetch->noffsets)
		return because_at(why, -ENOTSUP, column, "an array of char inside a struct that is passed by value");
	p->fetch->kind = PROBE_TEXT_AT;
	return 0;
}

int place_text_behind(struct place *p, unsigned column, struct why *why)
{
	int err = 0;

	/* that the string is in user space can only be said of an offset */
	if (p->fetch->noffsets || p->user || p->bit % 64)
		err = place_follow(p, column, why);
	p->fetch->kind = PROBE_TEXT_AT;
	return err;
}
