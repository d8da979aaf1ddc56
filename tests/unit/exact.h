/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * exact.h - computes the histogram's edges with integers only: v <= 2^(k/8) exactly when v^8 <= 2^k. Without
 * floating point, so that the test does not repeat the rounding that it checks.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define LIMBS 18 /* 576 bits; the largest number here is (64 s in ns)^8 * 2^240 < 2^528 */

struct big {
	uint32_t limb[LIMBS]; /* lowest first */
};

static inline struct big big_one(void)
{
	return (struct big){{1}};
}

/* Multiplies by a number below 2^32; fails the test instead of wrapping */
static inline void big_times(struct big *b, uint32_t by)
{
	uint64_t carry = 0;

	for (int i = 0; i < LIMBS; i++) {
		carry += (uint64_t)b->limb[i] * by;
		b->limb[i] = (uint32_t)carry;
		carry >>= 32;
	}
	assert_true(carry == 0);
}

/* Multiplies by a number below 2^64, as high * 2^32 + low */
static inline void big_times64(struct big *b, uint64_t by)
{
	struct big high = *b;
	uint64_t carry = 0;

	big_times(&high, (uint32_t)(by >> 32));
	big_times(b, (uint32_t)by);
	assert_true(high.limb[LIMBS - 1] == 0);
	for (int i = 1; i < LIMBS; i++) {
		carry += (uint64_t)b->limb[i] + high.limb[i - 1];
		b->limb[i] = (uint32_t)carry;
		carry >>= 32;
	}
	assert_true(carry == 0);
}

static inline bool big_above(const struct big *a, const struct big *b)
{
	for (int i = LIMBS - 1; i >= 0; i--)
		if (a->limb[i] != b->limb[i])
			return a->limb[i] > b->limb[i];
	return false;
}

/* v * times^(1/8) > 2^(k/8) * over^(1/8), both sides to the eighth power */
static inline bool exactly_above(uint64_t v, const struct big *times, unsigned k, const struct big *over)
{
	struct big left = *times, right = *over;

	for (int i = 0; i < 8; i++)
		big_times64(&left, v);
	for (unsigned i = 0; i < k / 16; i++)
		big_times(&right, 1 << 16);
	big_times(&right, 1u << k % 16);
	return big_above(&left, &right);
}

/* The largest whole v for which exactly_above() is false; v < 2^37 */
static inline uint64_t exact_edge(const struct big *times, unsigned k, const struct big *over)
{
	uint64_t low = 0, high = 1ULL << 37;

	while (high - low > 1) {
		uint64_t v = (low + high) / 2;

		if (exactly_above(v, times, k, over))
			high = v;
		else
			low = v;
	}
	return low;
}
