// SPDX-License-Identifier: GPL-2.0-or-later
/* Which functions take a pointer to a type (src/probe/receivers.c), by a BTF that the test makes itself. */
#include "test.h"

#include "probe/receivers.h"
#include "sys/kernel_btf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct btf *btf;

static void function(const char *name, int n, const int *types)
{
	static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", ""};
	int proto = btf__add_func_proto(btf, 0);

	for (int i = 0; i < n; i++)
		btf__add_func_param(btf, types[i] ? names[i] : "", types[i]);
	btf__add_func(btf, name, BTF_FUNC_STATIC, proto);
}
#define TAKES(name, ...) function(name, sizeof((int[]){__VA_ARGS__}) / sizeof(int), (int[]){__VA_ARGS__})

static void add_functions(void)
{
	int number = btf__add_int(btf, "long", 8, BTF_INT_SIGNED), node = btf__add_struct(btf, "node", 8), large, pair;
	int pointer = btf__add_ptr(btf, node), of_const = btf__add_ptr(btf, btf__add_const(btf, node));
	int name = btf__add_typedef(btf, "node_t", node), alias = btf__add_const(btf, btf__add_ptr(btf, name));
	int twice = btf__add_ptr(btf, pointer), other = btf__add_ptr(btf, btf__add_struct(btf, "nodes", 8));
	int same = btf__add_ptr(btf, btf__add_union(btf, "node", 8)), any = btf__add_ptr(btf, 0);
	int declared = btf__add_ptr(btf, btf__add_fwd(btf, "node", BTF_FWD_STRUCT));

	large = btf__add_struct(btf, "large", 24);
	pair = btf__add_struct(btf, "pair", 16);
	TAKES("first", pointer);
	TAKES("second", number, of_const);
	TAKES("by_alias", alias, number);
	TAKES("by_declaration", declared);
	TAKES("several", pointer, number, pointer);
	TAKES("behind_large", large, pointer);
	TAKES("behind_pair", pair, pointer);
	TAKES("on_stack", number, number, number, number, number, number, number, number, pointer);
	TAKES("unnamed", pointer, 0); /* 0 ends a variable list */
	TAKES("by_value", node);
	TAKES("of_pointer", twice);
	TAKES("of_other", other);
	TAKES("of_union", same);
	TAKES("of_any", any);
	TAKES("not_probed", pointer);
}

static int make(void **state)
{
	const char *const probed[] = {"first",		  "second",		 "by_alias", "by_declaration", "several",
								  "behind_large", "behind_pair", "on_stack", "unnamed",		   "by_value",
								  "of_pointer",	  "of_other",	 "of_union", "of_any",		   "without_btf"};
	static struct functions all;
	char path[64];
	const void *data;
	__u32 size;
	int fd = memfd_create("btf", 0);

	btf = btf__new_empty();
	add_functions();
	data = btf__raw_data(btf, &size);
	assert_int_equal(write(fd, data, size), size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	assert_int_equal(kernel_btf_load_from(path), 0);
	close(fd);
	for (size_t i = 0; i < sizeof(probed) / sizeof(probed[0]); i++)
		functions_add(&all, probed[i], 0);
	functions_sort(&all);
	*state = &all;
	return 0;
}

static int unmake(void **state)
{
	functions_free(*state);
	kernel_btf_drop();
	btf__free(btf);
	return 0;
}

static const char *joined(struct functions *f)
{
	static char text[512];

	*text = '\0';
	functions_sort(f);
	for (size_t i = 0; i < f->n; i++)
		strcat(strcat(text, f->list[i].name), " ");
	functions_free(f);
	return text;
}

static void by_type(void **state)
{
	struct functions found = {0};

	assert_int_equal(receivers_read(*state, "const struct node *", NULL, &found), 0);
	assert_string_equal(joined(&found),
						"behind_large behind_pair by_alias by_declaration first second several unnamed ");
	assert_int_equal(receivers_read(*state, "union node *", NULL, &found), 0);
	assert_string_equal(joined(&found), "of_union ");
	assert_int_equal(receivers_read(*state, "struct nobody *", NULL, &found), 0);
	assert_string_equal(joined(&found), "");
}

static void no_pointers(void **state)
{
	static const char *const texts[] = {"",		"struct node",	"struct node **", "void *",
										"long", "enum color *", "struct *",		  "struct node *x"};
	struct functions found = {0};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_int_equal(receivers_read(*state, texts[i], NULL, &found), -ENOENT);
	assert_int_equal(found.n, 0);
}

static void is(const char *name, uint32_t arguments, unsigned i, const char *argument)
{
	const struct receiver *r = receiver_find(name);

	if (!r)
		fail_msg("%s is not known", name);
	assert_int_equal(receiver_arguments(r), arguments);
	if (argument)
		assert_string_equal(receiver_argument(r, i), argument);
	else
		assert_null(receiver_argument(r, i));
}

/* As many bits as there are arguments in registers; those of two registers have one name */
static void arguments(void **state)
{
	assert_int_equal(receivers_read(*state, NULL, NULL, NULL), 0);
	is("first", 1, 0, "a");
	is("first", 1, 1, NULL);
	is("several", 7, 2, "c");
	is("behind_pair", 7, 2, "b");
	is("behind_pair", 7, 1, NULL);
#if defined(__x86_64__)
	is("behind_large", 1, 0, "b"); /* the struct is on the stack */
	is("on_stack", 63, 5, "f");
#else
	is("behind_large", 3, 1, "b"); /* the struct's address is in a register */
	is("on_stack", 255, 7, "h");
#endif
	is("unnamed", 1, 0, "a");
	is("by_value", 1, 0, "a");
	is("of_any", 1, 0, "a");
	assert_null(receiver_argument(receiver_find("first"), 100));
	assert_null(receiver_find("not_probed"));
	assert_null(receiver_find("without_btf"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_type),
		cmocka_unit_test(no_pointers),
		cmocka_unit_test(arguments),
	};

	return cmocka_run_group_tests(tests, make, unmake);
}
