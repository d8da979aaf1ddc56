// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Definitions and arguments (src/probe/definition.c, arguments.c, fetch.c). Every form of the kernel's own grammar must
 * become the right fetch; a wrong form must give the column of the error. They use functions of this system.
 */
#include "test.h"

#include "capture.h"
#include "probe/arguments.h"
#include "probe/definition.h"
#include "probe/registers.h"
#include "sys/ksyms.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct probe p;

static const char *first_register(void)
{
	return register_name((unsigned)register_of_argument(0));
}

/* Replaces R in a text by the register of the first argument, di or x0 */
static const char *with_register(const char *text)
{
	static char result[512];
	char *to = result;

	for (; *text; text++)
		to += *text == 'R' ? sprintf(to, "%s", first_register()) : sprintf(to, "%c", *text);
	*to = '\0';
	return result;
}

/* ---- arguments ---- */

static struct probe_argument *parse(const char *text)
{
	struct probe_text t = text_begin(with_register(text), "definition");

	p.narguments = 0;
	if (probe_add_argument(&p, &t) || *t.at || p.narguments != 1)
		fail_msg("%s: stopped at '%s'", t.all, t.at);
	return &p.arguments[0];
}

static void kernel(bool is_return)
{
	probe_free(&p);
	p.target = TARGET_KERNEL;
	p.is_return = is_return;
}

/* Checks a fetch; the offsets are in the order in which they are added */
#define FETCH(text, name_, from_, number_, show_, size_, signed_, ...) \
	do {                                                               \
		const int32_t wanted[] = {__VA_ARGS__};                        \
		struct probe_argument *a = parse(text);                        \
                                                                       \
		assert_string_equal(a->name, with_register(name_));            \
		assert_int_equal(a->from, from_);                              \
		assert_int_equal(a->number, number_);                          \
		assert_int_equal(a->show, show_);                              \
		assert_int_equal(a->fetch.size, size_);                        \
		assert_int_equal(a->fetch.is_signed, signed_);                 \
		assert_int_equal(a->fetch.noffsets, ELEMENTS(wanted));         \
		assert_memory_equal(a->fetch.offsets, wanted, sizeof(wanted)); \
	} while (0)

static void bases(void **state)
{
	uint32_t first = (uint32_t)register_of_argument(0), stack = (uint32_t)register_of_stack();

	(void)state;
	kernel(false);
	FETCH("%R", "R", FROM_REGISTER, first, SHOW_HEX, 8, 0);
	FETCH("$arg1", "arg1", FROM_ARGUMENT, 0, SHOW_HEX, 8, 0);
	FETCH("$arg6", "arg6", FROM_ARGUMENT, 5, SHOW_HEX, 8, 0);
	FETCH("$stack", "stack", FROM_REGISTER, stack, SHOW_HEX, 8, 0);
	FETCH("$stack0", "stack0", FROM_REGISTER, stack, SHOW_HEX, 8, 0, 0);
	FETCH("$stack3", "stack3", FROM_REGISTER, stack, SHOW_HEX, 8, 0, 24);
	FETCH("$comm", "comm", FROM_ELSEWHERE, 0, SHOW_TEXT, TASK_COMM, 0);
	assert_int_equal(p.arguments[0].fetch.base, PROBE_COMM);
	FETCH("\\-12", "arg1", FROM_ELSEWHERE, 0, SHOW_HEX, 8, 0);
	assert_int_equal(p.arguments[0].fetch.base, PROBE_CONSTANT);
	assert_true(p.arguments[0].fetch.at == (uint64_t)-12);
	FETCH("@0xffffffff81000000:u16", "arg1", FROM_ELSEWHERE, 0, SHOW_UNSIGNED, 2, 0, 0);
	assert_true(p.arguments[0].fetch.at == 0xffffffff81000000);
	FETCH("mine=%R", "mine", FROM_REGISTER, first, SHOW_HEX, 8, 0);
	kernel(true);
	FETCH("$retval", "retval", FROM_RETURN, 0, SHOW_HEX, 8, 0);
	FETCH("ret=$retval:s32", "ret", FROM_RETURN, 0, SHOW_SIGNED, 4, 1);
	FETCH("+0($retval):string", "arg1", FROM_RETURN, 0, SHOW_TEXT, 8, 0, 0);
}

static void symbols(void **state)
{
	uint64_t address;

	(void)state;
	if (ksym_address("vfs_read", &address)) {
		print_message("# skip: addresses of the kernel's symbols\n");
		skip();
	}
	kernel(false);
	FETCH("@vfs_read", "arg1", FROM_ELSEWHERE, 0, SHOW_HEX, 8, 0, 0);
	assert_true(p.arguments[0].fetch.at == address);
	FETCH("@vfs_read+16:x8", "arg1", FROM_ELSEWHERE, 0, SHOW_HEX, 1, 0, 0);
	assert_true(p.arguments[0].fetch.at == address + 16);
	FETCH("@vfs_read-8", "arg1", FROM_ELSEWHERE, 0, SHOW_HEX, 8, 0, 0);
	assert_true(p.arguments[0].fetch.at == address - 8);
}

static void memory(void **state)
{
	uint32_t first = (uint32_t)register_of_argument(0);

	(void)state;
	kernel(false);
	FETCH("+8(%R)", "arg1", FROM_REGISTER, first, SHOW_HEX, 8, 0, 8);
	FETCH("-8(%R):u8", "arg1", FROM_REGISTER, first, SHOW_UNSIGNED, 1, 0, -8);
	FETCH("+u0(%R):ustring", "arg1", FROM_REGISTER, first, SHOW_TEXT, 8, 0, 0);
	FETCH("name=+0x10(+24(-0(%R))):string", "name", FROM_REGISTER, first, SHOW_TEXT, 8, 0, 0, 24, 16);
	assert_int_equal(p.arguments[0].fetch.kind, PROBE_TEXT_AT);
	FETCH("+8($stack2):s16", "arg1", FROM_REGISTER, (uint32_t)register_of_stack(), SHOW_SIGNED, 2, 1, 16, 8);
	FETCH("+1(+2(+3(+4(+5(+6(%R))))))", "arg1", FROM_REGISTER, first, SHOW_HEX, 8, 0, 6, 5, 4, 3, 2, 1);
}

static void types(void **state)
{
	static const struct {
		const char *text;
		enum probe_show show;
		uint32_t size, is_signed;
	} cases[] = {
		{"$arg1:u8", SHOW_UNSIGNED, 1, 0},	 {"$arg1:u16", SHOW_UNSIGNED, 2, 0}, {"$arg1:u32", SHOW_UNSIGNED, 4, 0},
		{"$arg1:u64", SHOW_UNSIGNED, 8, 0},	 {"$arg1:s8", SHOW_SIGNED, 1, 1},	 {"$arg1:s16", SHOW_SIGNED, 2, 1},
		{"$arg1:s32", SHOW_SIGNED, 4, 1},	 {"$arg1:s64", SHOW_SIGNED, 8, 1},	 {"$arg1:x8", SHOW_HEX, 1, 0},
		{"$arg1:x16", SHOW_HEX, 2, 0},		 {"$arg1:x32", SHOW_HEX, 4, 0},		 {"$arg1:x64", SHOW_HEX, 8, 0},
		{"$arg1:symbol", SHOW_SYMBOL, 8, 0}, {"$arg1:string", SHOW_TEXT, 8, 0},
	};
	struct probe_argument *a;

	(void)state;
	kernel(false);
	for (size_t i = 0; i < ELEMENTS(cases); i++) {
		a = parse(cases[i].text);
		assert_int_equal(a->show, cases[i].show);
		assert_int_equal(a->fetch.size, cases[i].size);
		assert_int_equal(a->fetch.is_signed, cases[i].is_signed);
		assert_int_equal(a->fetch.bits, 0);
	}
	a = parse("$arg1:b3@5/32");
	assert_int_equal(a->fetch.size, 4);
	assert_int_equal(a->fetch.shift, 5);
	assert_int_equal(a->fetch.bits, 3);
	a = parse("$arg1:b64@0/64");
	assert_int_equal(a->fetch.bits, 64);
}

/* ---- wrong arguments ---- */

static void wrong(const char *text, unsigned column, const char *words)
{
	struct probe_text t = text_begin(with_register(text), "definition");
	const char *message;
	char where[64];
	int err;

	p.narguments = 0;
	capture_begin(2);
	err = probe_add_argument(&p, &t);
	message = capture_end();
	snprintf(where, sizeof(where), " column %u of the definition\n", column);
	if (err != -EINVAL || !strstr(message, where) || !strstr(message, words))
		fail_msg("'%s': %d, not column %u, '%s': %s", t.all, err, column, words, message);
}

static void refused(void **state)
{
	(void)state;
	kernel(false);
	wrong("%nothing", 2, "no register of this name");
	wrong("%", 2, "no register of this name");
	wrong("$arg0", 6, "$arg1, $arg2 and so on");
	wrong("$arg", 5, "$arg1, $arg2 and so on");
	wrong("$arg99", 7, "only the arguments in registers");
	wrong("$nothing", 2, "unknown; there are $argN");
	wrong("$retval", 1, "$retval is for returns");
	wrong("nothing", 1, "a value is missing here");
	wrong("a=", 3, "a value is missing here");
	wrong("", 1, "a value is missing here");
	wrong("8(%R)", 1, "a value is missing here");
	wrong("+(%R)", 2, "an offset is missing here");
	wrong("+-8(%R)", 2, "an offset is missing here");
	wrong("+99999999999(%R)", 2, "an offset is missing here");
	wrong("+8", 3, "a ( is missing here");
	wrong("+8(%R", 7, "a ) is missing here");
	wrong("+8()", 4, "a value is missing here");
	wrong("+1(+2(+3(+4(+5(+6(+7(%R)))))))", 22, "behind at most 6 pointers");
	wrong("@", 2, "an address or a symbol is missing");
	wrong("\\x", 2, "a number is missing here");
	wrong("$arg1:u7", 7, "no such type");
	wrong("$arg1:", 7, "no such type");
	wrong("$arg1:foo", 7, "no such type; there are");
	wrong("$arg1:u46", 7, "no such type; did you mean u64?");
	wrong("$arg1:srting", 7, "no such type; did you mean string?");
	wrong("$arg1:u8[4]", 9, "the argument should end here");
	wrong("$arg1:b3@5", 11, "a bit field is");
	wrong("$arg1:b3@30/32", 15, "do not lie in a word");
	wrong("$arg1:b0@0/32", 14, "do not lie in a word");
	wrong("$arg1:b1@0/31", 14, "do not lie in a word");
}

static void too_many(void **state)
{
	struct probe_text t;
	char text[32];

	(void)state;
	kernel(false);
	for (unsigned i = 0; i <= PROBE_FETCHES; i++) {
		snprintf(text, sizeof(text), "a%u=$arg1", i);
		t = text_begin(text, "definition");
		capture_begin(2);
		assert_int_equal(probe_add_argument(&p, &t), i < PROBE_FETCHES ? 0 : -EINVAL);
		if (i == PROBE_FETCHES)
			assert_non_null(strstr(capture_end(), "more than 16 values"));
		else
			assert_string_equal(capture_end(), "");
	}
	assert_int_equal(p.narguments, PROBE_FETCHES);
}

/* ---- definitions ---- */

static int define(enum probe_target target, const char *text)
{
	probe_free(&p);
	p.target = target;
	return probe_define(&p, text);
}

/* Skips unless this user can read the list of functions, and it has one that every kernel has */
static void need_functions(void)
{
	struct functions f = {0};
	bool there = !functions_of_kernel(&f, "vfs_read", false) && f.n;

	functions_free(&f);
	if (!there) {
		print_message("# skip: a list of the kernel's functions\n");
		skip();
	}
}

static void of_kernel(void **state)
{
	(void)state;
	need_functions();
	assert_int_equal(define(TARGET_KERNEL, "p:vfs_read"), 0);
	assert_string_equal(p.symbol, "vfs_read");
	assert_string_equal(p.name, "vfs_read");
	assert_false(p.is_return);
	assert_int_equal(p.found.n, 1);
	assert_int_equal(define(TARGET_KERNEL, "r:vfs_read $retval"), 0);
	assert_true(p.is_return);
	assert_int_equal(define(TARGET_KERNEL, "p:mine vfs_read"), 0);
	assert_string_equal(p.name, "mine");
	assert_int_equal(define(TARGET_KERNEL, "p vfs_read"), 0);
	assert_int_equal(define(TARGET_KERNEL, "  p: mine  vfs_read  $arg1  b=$arg2 "), 0);
	assert_int_equal(p.narguments, 2);
	assert_int_equal(define(TARGET_KERNEL, "p:vfs_read+0x10 $arg1"), 0);
	assert_int_equal(p.offset, 16);
	assert_string_equal(p.symbol, "vfs_read");
	assert_int_equal(define(TARGET_KERNEL, "p:vfs_rea? $arg1"), 0);
	assert_string_equal(p.name, "vfs_rea_");
	assert_int_equal(define(TARGET_KERNEL, "p:vfs_*"), 0);
	assert_true(p.found.n > 10);
	assert_int_equal(define(TARGET_KERNEL, "p:vmlinux:vfs_read"), 0);
	assert_int_equal(p.found.n, 1);
	/* vfs_read=$arg1 is an argument: the definition does not repeat the function */
	assert_int_equal(define(TARGET_KERNEL, "p:vfs_read vfs_read=$arg1"), 0);
	assert_string_equal(p.arguments[0].name, "vfs_read");
}

__attribute__((visibility("default"), noinline)) int probe_define_target(int x);
int probe_define_target(int x)
{
	return x + (int)getpid();
}

static void of_programs(void **state)
{
	char text[300], path[200];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	(void)state;
	assert_true(n > 0 && probe_define_target(1));
	path[n] = '\0';
	snprintf(text, sizeof(text), "p:%s:probe_define_target x=$arg1:s32", path);
	assert_int_equal(define(TARGET_USER, text), 0);
	assert_string_equal(p.path, path);
	assert_string_equal(p.symbol, "probe_define_target");
	assert_int_equal(p.found.n, 1);
	assert_true(p.found.list[0].address);
	snprintf(text, sizeof(text), "r:back %s:probe_define_target $retval", path);
	assert_int_equal(define(TARGET_USER, text), 0);
	assert_string_equal(p.name, "back");
	snprintf(text, sizeof(text), "p:%s:probe_define_tar*+4", path);
	assert_int_equal(define(TARGET_USER, text), 0);
	assert_int_equal(p.offset, 4);
	snprintf(text, sizeof(text), "p:%s:0x1234 $arg1", path);
	assert_int_equal(define(TARGET_USER, text), 0);
	assert_int_equal(p.found.list[0].address, 0x1234);
}

static void wrong_definition(enum probe_target target, const char *text, unsigned column, const char *words)
{
	const char *message;
	char where[64];
	int err;

	capture_begin(2);
	err = define(target, text);
	message = capture_end();
	snprintf(where, sizeof(where), " column %u of the definition\n", column);
	if (err != -EINVAL || !strstr(message, where) || !strstr(message, words))
		fail_msg("'%s': %d, not column %u, '%s': %s", text, err, column, words, message);
}

static void refused_definitions(void **state)
{
	(void)state;
	need_functions();
	wrong_definition(TARGET_KERNEL, "", 1, "a probe begins with");
	wrong_definition(TARGET_KERNEL, "x:vfs_read", 1, "a probe begins with");
	wrong_definition(TARGET_KERNEL, "/vfs_read", 1, "a probe begins with");
	wrong_definition(TARGET_USER, "vfs_read", 1, "a probe begins with");
	wrong_definition(TARGET_USER, "x:libc:malloc", 1, "a probe begins with");
	wrong_definition(TARGET_USER, "libc:mallok", 6, "did you mean malloc?");
	wrong_definition(TARGET_KERNEL, "vfs_raed", 1, "did you mean vfs_read?");
	wrong_definition(TARGET_KERNEL, "r", 1, "a probe begins with");
	wrong_definition(TARGET_KERNEL, "p", 1, "a probe begins with");
	wrong_definition(TARGET_KERNEL, "p:", 3, "what is to be probed is missing");
	wrong_definition(TARGET_KERNEL, "p:no_such_function_", 3, "no function no_such_function_");
	wrong_definition(TARGET_KERNEL, "p:mine no_such_function_", 8, "no function no_such_function_");
	wrong_definition(TARGET_KERNEL, "p:vfs_raed", 3, "no function vfs_raed that can be probed; did you mean vfs_read?");
	wrong_definition(TARGET_KERNEL, "p:vfs_raed filename_", 3, "no function vfs_raed that can be probed; did you mean");
	wrong_definition(TARGET_KERNEL, "p:vfs_rea[d]", 3, "cannot be the name"); /* kprobe_events has no classes */
	wrong_definition(TARGET_KERNEL, "p:no_such_function_ a=%ax", 3, "no function no_such_function_");
	wrong_definition(TARGET_KERNEL, "p:sys_opem", 3, "system calls are");
	wrong_definition(TARGET_KERNEL, "p:vfs_read %nothing", 13, "no register");
	wrong_definition(TARGET_KERNEL, "p:vfs_read $retval", 12, "return");
	wrong_definition(TARGET_KERNEL, "p:vfs_read+x", 3, "is not an offset");
	wrong_definition(TARGET_KERNEL, "r:vfs_read+4", 13, "a return probe is put on a function");
	wrong_definition(TARGET_USER, "p:libc", 7, "PROGRAM:FUNCTION");
	wrong_definition(TARGET_USER, "p:nosuchlib_:f", 3, "no program or library nosuchlib_: give its path");
	wrong_definition(TARGET_USER, "p:lbic:malloc", 3, "no program or library lbic; did you mean libc?");
	wrong_definition(TARGET_USER, "p:libc:mallok", 8,
					 "has no function mallok in its symbol tables; did you mean malloc?");
	wrong_definition(TARGET_USER, "p:/proc/self/exe:no_such_", 18, "has no function no_such_");
	wrong_definition(TARGET_USER, "p:/proc/self/exe:0x", 18, "not an offset");
	wrong_definition(TARGET_USER, "p:/dev/null:f", 13, "not an ELF program");
	wrong_definition(TARGET_USER, "r:/proc/self/exe:probe_define_target $arg1", 43, "the arguments are gone");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bases),	 cmocka_unit_test(symbols),		cmocka_unit_test(memory),
		cmocka_unit_test(types),	 cmocka_unit_test(refused),		cmocka_unit_test(too_many),
		cmocka_unit_test(of_kernel), cmocka_unit_test(of_programs), cmocka_unit_test(refused_definitions),
	};

	return RUN(tests);
}
