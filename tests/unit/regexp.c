// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Regular expressions (src/base/regexp.c): what is in use compiles, what would need gigabytes does not. The truth
 * is regcomp() itself: each expression that is taken compiles within 64 MB of memory.
 */
#include "base/regexp.h"
#include "test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define TEXT_PARTS 20

static int compile(const char *text)
{
	regex_t e;
	int err = regexp_compile(&e, text);

	if (!err)
		regfree(&e);
	return err;
}

static void used(void **state)
{
	static const char *const good[] = {
		"",
		"^(vfs_read)$",
		"^(tcp_.*|udp_[a-z]+_(send|recv)msg)$",
		"a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u+v+w+x+y+z+",
		"[]+[:alpha:]+++++++++++++++++++]+",
		"\\++\\++\\++\\++\\++\\++",
		"a{0,200}",
		"(a{3}){3,}",
		"[^]]*",
	};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(good); i++)
		if (compile(good[i]))
			fail_msg("%s: refused", good[i]);
}

static void too_large(void **state)
{
	static const char *const large[] = {
		"a++++++++++++++++++++++++",
		"(((((((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+",
		"a{32767}",
		"(a{200}){200}",
		"x)a{1,250}{250}",
		"a|b|(c{99}|d){99}{99}",
	};
	char long_text[5000];

	(void)state;
	for (size_t i = 0; i < ELEMENTS(large); i++)
		assert_int_equal(compile(large[i]), -E2BIG);
	memset(long_text, '(', sizeof(long_text) - 1);
	long_text[sizeof(long_text) - 1] = '\0';
	assert_int_equal(compile(long_text), -E2BIG);
}

static void wrong(void **state)
{
	(void)state;
	assert_int_equal(compile("("), -EINVAL);
	assert_int_equal(compile("[a"), -EINVAL);
	assert_int_equal(compile("[[:"), -EINVAL);
	assert_int_equal(compile("a\\"), -EINVAL);
	assert_int_equal(compile("a{2,1}"), -EINVAL);
}

/* Most of them are expressions, some of those large ones. */
static void random_text(char *text, uint64_t *seed)
{
	static const char *const parts[] = {"a",   "(b|c)", "[d-f]", "+", "+",	"+", "+",
										"{9}", "{2,}",	"*",	 "?", "|g", "(", ")"};
	unsigned n = (unsigned)(random_next(seed) % TEXT_PARTS);

	strcpy(text, "x");
	while (n--)
		text = stpcpy(text, parts[random_next(seed) % (ELEMENTS(parts) - (n % 8 ? 2 : 0))]);
}

static void never_much_memory(void **state)
{
	unsigned taken = 0;
	uint64_t seed = 1;
	int err;
	char text[TEXT_PARTS * 6];

	(void)state;
	for (unsigned i = 0; i < 3000; i++) {
		random_text(text, &seed);
		err = compile(text);
		taken += !err;
		if (err == -EINVAL && regcomp(&(regex_t){0}, text, REG_EXTENDED | REG_NOSUB) == REG_ESPACE)
			fail_msg("%s: more than 64 MB", text);
	}
	assert_in_range(taken, 500, 2500);
}

int main(void)
{
	const struct rlimit limit = {64 << 20, 64 << 20};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(used),
		cmocka_unit_test(too_large),
		cmocka_unit_test(wrong),
		cmocka_unit_test(never_much_memory),
	};

	if (!getenv("SANITIZED")) /* which need far more */
		setrlimit(RLIMIT_AS, &limit);
	return RUN(tests);
}
