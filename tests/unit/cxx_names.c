// SPDX-License-Identifier: GPL-2.0-or-later
/* Which symbols are those of a name that a programmer gave */
#include "test.h"

#include "sys/cxx_names.h"

#include <string.h>

static const char insert[] = "_ZN4shop4list6insertEi";				   /* shop::list::insert(int) */
static const char insert2[] = "_ZN4shop4list6insertEPKci";			   /* shop::list::insert(char const*, int) */
static const char larger[] = "_ZN4shop6largerIiEET_S1_S1_";			   /* int shop::larger<int>(int, int) */
static const char destructor[] = "_ZN4shop4listD1Ev";				   /* shop::list::~list() */
static const char less[] = "_ZN4shopltERKNS_4listES2_";				   /* shop::operator<(...) */
static const char part[] = "_ZN4shop4list6insertEi.part.0";			   /* a part that was split off */
static const char rust[] = "_ZN4shop4list6insert17h0123456789abcdefE"; /* Rust's legacy form */

static void is_name(void **state)
{
	(void)state;
	assert_true(cxx_is_name("shop::list"));
	assert_true(cxx_is_name("larger<int>"));
	assert_true(cxx_is_name("insert(int)"));
	assert_false(cxx_is_name("insert"));
	assert_false(cxx_is_name("in*t"));
	assert_false(cxx_is_name("file.c:3"));
}

#define IS(symbol, wanted) assert_true(cxx_name_matches(symbol, wanted))
#define IS_NOT(symbol, wanted) assert_false(cxx_name_matches(symbol, wanted))

static void parts(void **state)
{
	(void)state;
	IS(insert, "shop::list::insert");
	IS(insert, "list::insert");
	IS(insert, "insert");
	IS(rust, "list::insert");
	IS(part, "list::insert");
	IS_NOT(insert, "op::list::insert");
	IS_NOT(insert, "ist::insert");
	IS_NOT(insert, "sert");
	IS_NOT(insert, "list");
	IS_NOT(insert, "other::shop::list::insert");
	IS_NOT("insert", "insert");
	IS_NOT("_insert", "insert");
	IS_NOT("_", "insert");
	IS_NOT("_ZN4shop4list6insertEi.cold", "list::insert");
}

static void parameters(void **state)
{
	(void)state;
	IS(insert, "list::insert(int)");
	IS_NOT(insert2, "list::insert(int)");
	IS(insert2, "list::insert(char const*, int)");
	IS(insert2, "list::insert(char const*,int)");
	IS_NOT(insert, "list::insert()");
	IS(larger, "shop::larger");
	IS(larger, "larger<int>");
	IS(larger, "shop::larger<int>(int,int)");
	IS_NOT(larger, "larger<double>");
	IS(destructor, "shop::list::~list");
	IS_NOT(destructor, "shop::list::list");
	IS(less, "shop::operator<");
	IS_NOT(less, "shop::operator>");
}

static void globs(void **state)
{
	(void)state;
	IS(insert, "shop::list::*");
	IS(insert, "list::ins*");
	IS(insert2, "list::*(char const*,*)");
	IS_NOT(insert, "list::*(char const*,*)");
	IS_NOT(insert, "ist::*");
	IS_NOT(larger, "shop::list::*");
	IS(larger, "shop::*");
}

static void quick_look(void **state)
{
	(void)state;
	assert_true(cxx_same_part("insert", "shop::list::insert(int)"));
	assert_true(cxx_same_part("larger<int>", "shop::larger"));
	assert_true(cxx_same_part("anything", "shop::*"));
	assert_false(cxx_same_part("insert_all", "list::insert"));
	assert_false(cxx_same_part("ins", "list::insert"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_name), cmocka_unit_test(parts),		 cmocka_unit_test(parameters),
		cmocka_unit_test(globs),   cmocka_unit_test(quick_look),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
