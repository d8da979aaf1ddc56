// SPDX-License-Identifier: GPL-2.0-or-later
/* Symbols of compilers, and the names that they stand for */
#include "test.h"

#include "sys/demangle.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *name(const char *symbol)
{
	static char text[DEMANGLE_ROOM];
	int n;

	memset(text, 'x', sizeof(text));
	n = demangle(text, sizeof(text), symbol);
	assert_int_equal(n, strlen(text));
	return text;
}

/* What is behind a name goes; what only looks like it stays. */
static void ends(void **state)
{
	static const char *const pairs[][2] = {
		{"main", "main"},
		{"", ""},
		{"update.constprop.0", "update"},
		{"update.isra.0.constprop.12", "update"},
		{"update.part.3.cold", "update"},
		{"update.cold.7", "update"},
		{"update.llvm.12345678901234567890", "update"},
		{"update.lto_priv.0.cold", "update"},
		{"memcpy@@GLIBC_2.14", "memcpy"},
		{"memcpy@GLIBC_2.2.5", "memcpy"},
		{"@", "@"},
		{".cold", ".cold"},
		{".part.0", ".part.0"},
		{"update.part.", "update.part."},
		{"update.12", "update.12"},
		{"update.partial.0", "update.partial.0"},
		{"main.fridge.cold", "main.fridge.cold"}, /* Go */
		{"runtime.goexit.abi0", "runtime.goexit.abi0"},
		{"type:.eq.main.part", "type:.eq.main.part"},
	};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(pairs); i++)
		assert_string_equal(name(pairs[i][0]), pairs[i][1]);
}

static bool knows_languages(void)
{
	if (!strcmp(name("_ZN3Foo3barEi"), "Foo::bar"))
		return true;
	puts("# skip: built without libiberty");
	return false;
}

static void languages(void **state)
{
	static const char *const pairs[][2] = {
		{"_Z3fooIiEvT_", "foo<int>"},
		{"_ZN3FooC1Ei", "Foo::Foo"},
		{"_ZN3FooD0Ev", "Foo::~Foo"},
		{"_ZNK3Foo3getEv", "Foo::get"},
		{"_ZN3FoocviEv", "Foo::operator int"},
		{"_ZNSt6vectorIiSaIiEE9push_backERKi", "std::vector<int, std::allocator<int> >::push_back"},
		{"_ZZ4mainENKUlvE_clEv", "main::{lambda()#1}::operator()"},
		{"_ZN3Foo3barEi.constprop.0.isra.0", "Foo::bar"},
		{"_ZN12_GLOBAL__N_13barEv.cold", "(anonymous namespace)::bar"},
		/* Rust's two forms */
		{"_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h0123456789abcdefE",
		 "core::ptr::drop_in_place<alloc::string::String>"},
		{"_ZN5tokio7runtime4park17h8f3b2a1c0d9e7f65E.llvm.123456", "tokio::runtime::park"},
		{"_RNvCskwGfYPst2Cb_3foo4main", "foo::main"},
		{"_RNvMCs1q_3fooNtB2_3Bar3run", "<foo::Bar>::run"},
		{"_D4test3fooFiZv", "test.foo(int)"},
		/* none */
		{"_Z", "_Z"},
		{"_ZN", "_ZN"},
		{"_R", "_R"},
		{"_D", "_D"},
		{"_D4test", "_D4test"},
		{"_Dmain", "_Dmain"},
		{"_Zebra", "_Zebra"},
		{"_Record", "_Record"},
	};

	(void)state;
	if (!knows_languages())
		skip();
	for (size_t i = 0; i < ELEMENTS(pairs); i++)
		assert_string_equal(name(pairs[i][0]), pairs[i][1]);
}

/* Sixty pairs of pairs: a name of 2^60 words, from a symbol of a few hundred letters */
static void of_any_length(void **state)
{
	static char symbol[8192] = "_Z1fSt4pairIiiE";
	char text[100];
	size_t n = strlen(symbol);

	(void)state;
	if (!knows_languages())
		skip();
	for (unsigned i = 0; i < 9; i++) /* S_, S0_ ... S8_ are the types so far */
		n += (size_t)snprintf(symbol + n, sizeof(symbol) - n, "St4pairIS%c_S%c_E", i ? '0' + (int)i - 1 : '0',
							  i ? '0' + (int)i - 1 : '0');
	assert_true(strlen(name(symbol)) > 0);
	/* the same as one parameter of a template, so that it is part of the name */
	n = (size_t)snprintf(symbol, sizeof(symbol), "_Z1fI1aIiiE");
	for (unsigned i = 0; i < 9; i++)
		n += (size_t)snprintf(symbol + n, sizeof(symbol) - n, "S_IS%c_S%c_E", '0' + (int)i, '0' + (int)i);
	for (unsigned i = 0; i < 26; i++)
		n += (size_t)snprintf(symbol + n, sizeof(symbol) - n, "S_IS%c_S%c_E", 'A' + (int)i - (i > 0),
							  'A' + (int)i - (i > 0));
	snprintf(symbol + n, sizeof(symbol) - n, "EvT_");
	assert_int_equal(strlen(name(symbol)), DEMANGLE_ROOM - 1);
	assert_int_equal(demangle(text, sizeof(text), symbol), sizeof(text) - 1);
	assert_memory_equal(text, "f<a<int, int>", 13);
	assert_int_equal(demangle(text, 2, symbol), 1);
	/* longer than any real symbol */
	memset(symbol, 'Z', sizeof(symbol) - 1);
	symbol[0] = '_';
	assert_int_equal(strlen(name(symbol)), DEMANGLE_ROOM - 1);
	memset(symbol + 2, 'P', sizeof(symbol) - 5003);
	symbol[3190] = '\0';
	assert_memory_equal(name(symbol), "_ZPPPP", 6);
}

/* Symbols that would take libiberty years */
static void of_any_time(void **state)
{
	char symbol[1000];
	size_t n = (size_t)snprintf(symbol, sizeof(symbol), "_Z1fIM1aI1bIiiE");

	(void)state;
	for (int c = '1'; c <= 'Z'; c++)
		if (c <= '9' || c >= 'A')
			n += (size_t)snprintf(symbol + n, sizeof(symbol) - n, "S1_IS%c_S%c_E", c + 1, c + 1);
	snprintf(symbol + n, sizeof(symbol) - n, "EDpSZ_EvT_");
	assert_string_equal(name(symbol), symbol);
	n = (size_t)snprintf(symbol, sizeof(symbol), "_Z1fI");
	for (unsigned i = 0; i < 60; i++)
		n += (size_t)snprintf(symbol + n, sizeof(symbol) - n, "N1AcvT_I");
	n += (size_t)snprintf(symbol + n, sizeof(symbol) - n, "i");
	for (unsigned i = 0; i < 60; i++)
		n += (size_t)snprintf(symbol + n, sizeof(symbol) - n, "EE");
	snprintf(symbol + n, sizeof(symbol) - n, "Evv");
	assert_string_equal(name(symbol), symbol);
}

static void switched_off(void **state)
{
	(void)state;
	demangle_off();
	assert_string_equal(name("_ZN3Foo3barEi.constprop.0"), "_ZN3Foo3barEi.constprop.0");
	assert_string_equal(name("memcpy@@GLIBC_2.14"), "memcpy@@GLIBC_2.14");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ends),		   cmocka_unit_test(languages),	   cmocka_unit_test(of_any_length),
		cmocka_unit_test(of_any_time), cmocka_unit_test(switched_off),
	};

	return RUN(tests);
}
