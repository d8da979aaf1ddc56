/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test.h - every unit test includes it: cmocka with the headers that it needs, and pseudo-random numbers. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
/* log.h has a function of this name, which cmocka's fail_msg() would call */
#undef fail
#undef fail_msg
#define fail_msg(...)              \
	do {                           \
		print_error(__VA_ARGS__);  \
		print_error("\n");         \
		_fail(__FILE__, __LINE__); \
	} while (0)

#define ELEMENTS(array) (sizeof(array) / sizeof((array)[0]))
#define RUN(tests) cmocka_run_group_tests(tests, NULL, NULL)

/* xorshift64*: the same numbers in each run; *state must not be 0 */
static inline uint64_t random_next(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 2685821657736338717ULL;
}
