// SPDX-License-Identifier: GPL-2.0-or-later
/* Resolves names to fetches with a BTF that the test makes itself, so that every offset is known */
#include "test.h"

#include "probe/btf_names.h"
#include "probe/enums.h"
#include "sys/kernel_btf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct btf *base, *split;
static int node, color, level, kuid, file_pointer;

static int constant(struct btf *b, int type)
{
	return btf__add_const(b, type);
}

static int number_of_bits(struct btf *b, const char *name, unsigned offset, unsigned bits)
{
	int id = btf__add_int(b, name, 4, 0);

	*(__u32 *)(btf__type_by_id(b, (__u32)id) + 1) = offset << 16 | bits;
	return id;
}

/* Bit fields as pahole wrote them before 1.12: the struct has no flag; the length is in the type of the number */
static int old_bits(struct btf *b)
{
	int three = number_of_bits(b, "unsigned int", 0, 3), five = number_of_bits(b, "unsigned int", 2, 5);
	int id = btf__add_struct(b, "old", 4);

	btf__add_field(b, "low", three, 0, 0);
	btf__add_field(b, "high", five, 8, 0); /* bits 2 to 6 of that number: 10 to 14 of the struct */
	return id;
}

static void make_enums(struct btf *b)
{
	color = btf__add_enum(b, "color", 4);
	btf__add_enum_value(b, "RED", 0);
	btf__add_enum_value(b, "GREEN", 7);
	btf__add_enum_value(b, "NEGATIVE", -2);
	level = btf__add_enum(b, "bits", 4);
	btf__add_enum_value(b, "ONE", 1);
	btf__add_enum_value(b, "TWO", 2);
	btf__add_enum_value(b, "FOUR", 4);
}

static int anonymous(struct btf *b, int number, int big)
{
	int pair = btf__add_struct(b, NULL, 8), either;

	btf__add_field(b, "first", number, 0, 0);
	btf__add_field(b, "second", number, 32, 0);
	either = btf__add_union(b, NULL, 8);
	btf__add_field(b, "whole", big, 0, 0);
	btf__add_field(b, NULL, pair, 0, 0);
	return either;
}

enum { INT = 1, CHAR, UCHAR, LONG, BOOL, UNSIGNED, U8, SIZE };

static int function(struct btf *b, const char *name, int returns, const char *const *names, const int *types)
{
	int proto = btf__add_func_proto(b, returns);

	for (; *names; names++, types++)
		btf__add_func_param(b, *names, *types);
	return btf__add_func(b, name, BTF_FUNC_STATIC, proto);
}
#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define TYPES(...) ((const int[]){__VA_ARGS__})

static void make_numbers(struct btf *b)
{
	assert_int_equal(btf__add_int(b, "int", 4, BTF_INT_SIGNED), INT);
	btf__add_int(b, "char", 1, BTF_INT_SIGNED);
	btf__add_int(b, "unsigned char", 1, 0);
	btf__add_int(b, "long", 8, BTF_INT_SIGNED);
	btf__add_int(b, "_Bool", 1, BTF_INT_BOOL);
	btf__add_int(b, "unsigned int", 4, 0);
	btf__add_typedef(b, "u8", UCHAR);
	assert_int_equal(btf__add_typedef(b, "size_t", LONG), SIZE);
}

/* struct node, 176 bytes */
static void make_node(struct btf *b)
{
	int name = btf__add_array(b, INT, CHAR, 16), numbers = btf__add_array(b, INT, INT, 4);
	int text = btf__add_ptr(b, constant(b, UCHAR)), bytes = btf__add_ptr(b, U8), either = anonymous(b, INT, LONG);
	int rows = btf__add_array(b, INT, numbers, 2), user = btf__add_ptr(b, btf__add_type_tag(b, "user", CHAR));
	int old = old_bits(b), inner = btf__add_ptr(b, btf__add_fwd(b, "hidden", BTF_FWD_STRUCT));
	int private = btf__add_ptr(b, 0), self;

	kuid = btf__add_struct(b, "kuid", 4);
	btf__add_field(b, "val", UNSIGNED, 0, 0);
	self = constant(b, btf__add_ptr(b, kuid + 3)); /* points to node, the next type that is added */
	node = btf__add_struct(b, "node", 176);
	assert_int_equal(node, kuid + 3);
	btf__add_field(b, "name", name, 0, 0);
	btf__add_field(b, "text", text, 128, 0);
	btf__add_field(b, "bytes", bytes, 192, 0);
	btf__add_field(b, "three", INT, 256, 3);
	btf__add_field(b, "color", color, 259, 4);
	btf__add_field(b, "late", LONG, 320 + 37, 20);
	btf__add_field(b, NULL, either, 384, 0);
	btf__add_field(b, "next", self, 448, 0);
	btf__add_field(b, "numbers", numbers, 512, 0);
	btf__add_field(b, "rows", rows, 640, 0);
	btf__add_field(b, "uid", kuid, 896, 0);
	btf__add_field(b, "level", level, 928, 0);
	btf__add_field(b, "old", old, 960, 0);
	btf__add_field(b, "ready", BOOL, 992, 0);
	btf__add_field(b, "from", user, 1024, 0);
	btf__add_field(b, "inner", inner, 1088, 0);
	btf__add_field(b, "private", private, 1152, 0);
	file_pointer = btf__add_ptr(b, node);
}

static void make_functions(struct btf *b)
{
	int text = btf__add_ptr(b, constant(b, CHAR)), user = btf__add_ptr(b, btf__add_type_tag(b, "user", CHAR));
	int pair = btf__add_struct(b, "pair", 16), large, pointer, proto, actor, volatile_;

	btf__add_field(b, "left", UNSIGNED, 0, 0);
	btf__add_field(b, "mark", UNSIGNED, 32, 8);
	btf__add_field(b, "right", file_pointer, 64, 0);
	large = btf__add_struct(b, "large", 24);
	function(b, "walk", LONG, NAMES("node", "text", "from", "count", "small", "ok"),
			 TYPES(file_pointer, text, user, SIZE, INT, BOOL));
	function(b, "values", file_pointer, NAMES("a", "pair", "uid", "b", "c", "beyond"),
			 TYPES(INT, pair, kuid, INT, INT, pair));
	function(b, "big", pair, NAMES("large", "after"), TYPES(large, INT));
	pointer = btf__add_ptr(b, 0);
	proto = btf__add_func_proto(b, INT);
	btf__add_func_param(b, "", pointer);
	btf__add_func_param(b, "", 0);
	actor = btf__add_ptr(b, proto);
	volatile_ = btf__add_volatile(b, btf__add_const(b, btf__add_ptr(b, btf__add_array(b, INT, INT, 3))));
	function(b, "declared", 0, NAMES("actor", "v", "e", "c"),
			 TYPES(actor, volatile_, color, btf__add_const(b, btf__add_ptr(b, CHAR))));
}

static void load(const struct btf *b, const char *module)
{
	int fd = memfd_create("btf", 0);
	char path[32];
	__u32 size;
	const void *data = btf__raw_data(b, &size);

	assert_int_equal(write(fd, data, size), size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (module)
		assert_int_equal(kernel_btf_module_from(module, path), 1);
	else
		assert_int_equal(kernel_btf_load_from(path), 0);
	close(fd);
}

static int make(void **state)
{
	int own, pointer;

	(void)state;
	base = btf__new_empty();
	make_numbers(base);
	make_enums(base);
	make_node(base);
	make_functions(base);
	split = btf__new_empty_split(base);
	own = btf__add_struct(split, "of_module", 16);
	btf__add_field(split, "node", file_pointer, 0, 0);
	btf__add_field(split, "mine", INT, 64, 0);
	pointer = btf__add_ptr(split, own);
	function(split, "module_walk", 0, NAMES("own", "node"), TYPES(pointer, file_pointer));
	load(base, NULL);
	load(split, "mod");
	return 0;
}

static int unmake(void **state)
{
	(void)state;
	btf__free(split);
	btf__free(base);
	kernel_btf_drop();
	enums_drop();
	return 0;
}

static struct probe_fetch f;
static struct probe_type type;
static struct why why;
static int word;

static void reach(const char *function_name, const char *expression)
{
	int err = btf_argument(function_name, text_begin(expression, "expression"), true, &f, &word, &type, &why);

	if (err)
		fail_msg("%s %s: %d, column %u: %s", function_name, expression, err, why.column, why.text);
}

/* The list of offsets ends with -1 */
static void at(const int *offsets)
{
	unsigned n = 0;

	for (; offsets[n] != -1; n++)
		assert_int_equal(f.offsets[n], offsets[n]);
	assert_int_equal(f.noffsets, n);
}
#define AT(...) at((const int[]){__VA_ARGS__, -1})

static void is_number(unsigned size, bool is_signed, enum probe_show show)
{
	assert_int_equal(f.kind, PROBE_NUMBER);
	assert_int_equal(f.size, size);
	assert_int_equal(f.is_signed, is_signed);
	assert_int_equal(type.show, show);
}

static void arguments(void **state)
{
	(void)state;
	reach("walk", "count");
	AT(-1);
	is_number(8, true, SHOW_SIGNED);
	assert_int_equal(word, 3);
	assert_string_equal(type.name, "size_t");
	reach("walk", "small");
	is_number(4, true, SHOW_SIGNED);
	assert_int_equal(word, 4);
	reach("walk", " ok ");
	is_number(1, false, SHOW_BOOL);
	reach("walk", "node");
	is_number(8, false, SHOW_HEX);
	assert_int_equal(word, 0);
	assert_string_equal(type.name, "struct node *");
	reach("walk", "$retval");
	is_number(8, true, SHOW_SIGNED);
	assert_int_equal(word, PROBE_RETURNED);
	reach("walk", "text");
	AT(-1);
	assert_int_equal(f.kind, PROBE_TEXT_AT);
	assert_int_equal(type.show, SHOW_TEXT);
	reach("walk", "from");
	AT(0);
	assert_int_equal(f.kind, PROBE_TEXT_AT);
	assert_int_equal(f.user, 1);
}

static void members(void **state)
{
	(void)state;
	reach("walk", "node->numbers[2]");
	AT(64 + 8);
	is_number(4, true, SHOW_SIGNED);
	reach("walk", "node->rows[1][0x3]");
	AT(80 + 16 + 12);
	reach("walk", "node->second");
	AT(52);
	reach("walk", "(*node).whole");
	AT(48);
	is_number(8, true, SHOW_SIGNED);
	reach("walk", "node->next->next->uid");
	AT(56, 56, 112);
	is_number(4, false, SHOW_UNSIGNED);
	assert_string_equal(type.name, "struct kuid");
	reach("values", "$retval->next->uid.val");
	AT(56, 112);
	assert_int_equal(word, PROBE_RETURNED);
	reach("walk", "node->ready");
	AT(124);
	is_number(1, false, SHOW_BOOL);
	reach("walk", "((struct node *)node->private)->second");
	AT(144, 52);
	reach("walk", "*(size_t *)node->private");
	AT(144, 0);
	is_number(8, true, SHOW_SIGNED);
	reach("walk", "node[2].first");
	AT(2 * 176 + 48);
	reach("walk", "(char *)count");
	AT(-1);
	assert_int_equal(f.kind, PROBE_TEXT_AT);
}

static void bit_fields(void **state)
{
	(void)state;
	reach("walk", "node->three");
	AT(32);
	is_number(1, true, SHOW_SIGNED);
	assert_int_equal(f.shift, 0);
	assert_int_equal(f.bits, 3);
	reach("walk", "node->color");
	AT(32);
	is_number(1, true, SHOW_ENUM);
	assert_int_equal(f.shift, 3);
	assert_int_equal(f.bits, 4);
	reach("walk", "node->late");
	AT(44); /* bits 37 to 56 of the word at 40: 5 to 24 of the 4 bytes at 44 */
	is_number(4, true, SHOW_SIGNED);
	assert_int_equal(f.shift, 5);
	assert_int_equal(f.bits, 20);
	reach("walk", "node->old.low");
	AT(120);
	assert_int_equal(f.bits, 3);
	assert_int_equal(f.shift, 0);
	reach("walk", "node->old.high");
	AT(121);
	is_number(1, false, SHOW_UNSIGNED);
	assert_int_equal(f.bits, 5);
	assert_int_equal(f.shift, 2);
}

static void texts(void **state)
{
	(void)state;
	reach("walk", "node->name");
	AT(0);
	assert_int_equal(f.kind, PROBE_TEXT_AT);
	assert_string_equal(type.name, "char [16]");
	reach("walk", "node->name[3]");
	AT(3);
	is_number(1, true, SHOW_SIGNED);
	reach("walk", "node->text");
	AT(16, 0);
	assert_int_equal(f.kind, PROBE_TEXT_AT);
	assert_int_equal(f.user, 0);
	reach("walk", "node->bytes");
	is_number(8, false, SHOW_HEX);
	reach("walk", "node->next->from");
	AT(56, 128, 0);
	assert_int_equal(f.kind, PROBE_TEXT_AT);
	assert_int_equal(f.user, 4);
	reach("walk", "node->from[3]");
	AT(128, 3);
	assert_int_equal(f.user, 2);
}

static void by_value(void **state)
{
	unsigned words;

	(void)state;
	reach("values", "pair.left");
	AT(-1);
	is_number(4, false, SHOW_UNSIGNED);
	assert_int_equal(word, 1);
	assert_int_equal(f.bits, 0);
	reach("values", "pair.mark");
	assert_int_equal(word, 1);
	assert_int_equal(f.size, 8);
	assert_int_equal(f.shift, 32);
	assert_int_equal(f.bits, 8);
	reach("values", "pair.right->second");
	AT(52);
	assert_int_equal(word, 2);
	reach("values", "uid");
	is_number(4, false, SHOW_UNSIGNED);
	assert_int_equal(word, 3);
	reach("values", "b");
	assert_int_equal(word, 4);
	assert_int_equal(btf_arguments("values", NULL, NULL, &words, &why), 6);
	assert_int_equal(words, 8);
}

static void modules(void **state)
{
	(void)state;
	reach("module_walk", "own->node->second");
	AT(0, 52);
	reach("mod:module_walk", "own->mine");
	AT(8);
	assert_string_equal(type.name, "int");
	reach("mod:module_walk", "((struct of_module *)node)->mine");
	AT(8);
	reach("walk.isra.0", "small");
}

static void refused(void **state)
{
	static const struct {
		const char *function, *expression;
		int err;
		unsigned column;
		const char *text;
	} wrong[] = {
		{"walk", "coumt", -ENOENT, 1, "walk has no argument coumt; it has count, "},
		{"walk", "node->secnd", -ENOENT, 7, "struct node has no member secnd; it has second, "},
		{"walk", "node.second", -EINVAL, 6, "perhaps -> is meant"},
		{"walk", "node->uid->val", -EINVAL, 12, "perhaps '.' is meant"},
		{"walk", "count->x", -EINVAL, 8, "this is size_t"},
		{"walk", "node->numbers", -EINVAL, 7, "choose an element"},
		{"walk", "node->numbers[4]", -EINVAL, 15, "4 elements"},
		{"walk", "*node", -EINVAL, 1, "this is a struct node: choose a member"},
		{"walk", "node->inner->x", -ENOENT, 14, "does not say what is in struct hidden"},
		{"walk", "*node->private", -ENOTSUP, 1, "type void"},
		{"walk", "node->private[1]", -EINVAL, 15, "must have a size"},
		{"walk", "(struct nod *)node", -ENOENT, 9, "no type struct nod"},
		{"walk", "(struct node *)small", -EINVAL, 9, "8 bytes"},
		{"walk", "$arg1", -EINVAL, 1, "$retval and names"},
		{"walk", "node->next->next->next->next->next->next->uid", -E2BIG, 43, "more than 6 pointers"},
		{"walk", "node->next->next->next->next->next->text", -E2BIG, 37, "more than 6 pointers"},
		{"walk", "node[99999999].first", -E2BIG, 6, "2 GB"},
		{"values", "beyond.left", -ENOTSUP, 1, "on the stack"},
		{"big", "large", -ENOTSUP, 1, "24 bytes"},
		{"big", "$retval.left", -ENOTSUP, 1, "returns 16 bytes"},
		{"declared", "$retval", -ENOENT, 1, "returns nothing"},
		{"nowhere", "x", -ENOENT, 0, "no prototype of nowhere"},
		{"nomod:walk", "node", -ENOENT, 0, "no prototype"},
		{"walk", "", -EINVAL, 1, "missing at the end"},
		{"walk", "node->", -EINVAL, 7, "a member's name is missing"},
		{"walk", "node->numbers[x]", -EINVAL, 15, "a number is expected"},
		{"walk", "node->numbers[-1]", -EINVAL, 15, "a number is expected"},
		{"walk", "node->numbers[1", -EINVAL, 16, "']' is missing"},
		{"walk", "node second", -EINVAL, 6, "the end"},
		{"walk", "(node", -EINVAL, 6, "')' is missing"},
		{"walk", "((((((((((((((((((node", -EINVAL, 17, "more than 16"},
	};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(wrong); i++) {
		int err = btf_argument(wrong[i].function, text_begin(wrong[i].expression, "expression"), true, &f, &word, &type,
							   &why);

		if (err != wrong[i].err || why.column != wrong[i].column || !strstr(why.text, wrong[i].text))
			fail_msg("%s %s: %d, column %u: %s", wrong[i].function, wrong[i].expression, err, why.column, why.text);
	}
	assert_int_equal(btf_argument("walk", text_begin("$retval", "expression"), false, &f, &word, &type, &why), -EINVAL);
	assert_non_null(strstr(why.text, "at the return only"));
}

static void enums(void **state)
{
	char text[64];

	(void)state;
	reach("walk", "node->color");
	assert_int_equal(type.type, color);
	enum_text(text, sizeof(text), type.type, 7);
	assert_string_equal(text, "GREEN");
	enum_text(text, sizeof(text), type.type, (uint64_t)-2);
	assert_string_equal(text, "NEGATIVE");
	enum_text(text, sizeof(text), type.type, 0xfffffffe);
	assert_string_equal(text, "NEGATIVE");
	enum_text(text, sizeof(text), type.type, 9);
	assert_string_equal(text, "9");
	reach("declared", "e");
	is_number(4, true, SHOW_ENUM);
	reach("walk", "node->level");
	enum_text(text, sizeof(text), type.type, 5);
	assert_string_equal(text, "ONE|FOUR");
	enum_text(text, sizeof(text), type.type, 9);
	assert_string_equal(text, "0x9");
}

static int join(void *arg, const char *name)
{
	strcat(arg, name);
	strcat(arg, " ");
	return 0;
}

static void prototypes(void **state)
{
	char text[200] = "";
	unsigned words;

	(void)state;
	btf_prototype(text, sizeof(text), "walk", &why);
	assert_string_equal(
		text, "long walk(struct node *node, const char *text, char *from, size_t count, int small, _Bool ok)");
	btf_prototype(text, sizeof(text), "declared", &why);
	assert_string_equal(text, "void declared(int (*actor)(void *, ...), int (*const volatile v)[3], enum color e, "
							  "char *const c)");
	btf_prototype(text, sizeof(text), "mod:module_walk", &why);
	assert_string_equal(text, "void module_walk(struct of_module *own, struct node *node)");
	*text = '\0';
	assert_int_equal(btf_arguments("walk", join, text, &words, &why), 6);
	assert_int_equal(words, 6);
	assert_string_equal(text, "node text from count small ok ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arguments), cmocka_unit_test(members),	 cmocka_unit_test(bit_fields),
		cmocka_unit_test(texts),	 cmocka_unit_test(by_value), cmocka_unit_test(modules),
		cmocka_unit_test(refused),	 cmocka_unit_test(enums),	 cmocka_unit_test(prototypes),
	};

	return cmocka_run_group_tests(tests, make, unmake);
}
