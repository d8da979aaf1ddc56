// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Resolves names of a program's variables to fetches. The test compiles the program, with and without
 * optimisation, and stops it where the probe would be. It then carries out each fetch on the program's registers
 * and memory, which must give the value that the program put there.
 */
#include "test.h"

#include "probe/dwarf_names.h"
#include "sys/elf_functions.h"
#include "probe/enums.h"
#include "sys/elf_symbols.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libelf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static const char source[] =
	"#include <stddef.h>\n"
	"enum color { RED, GREEN = 5, BLUE = -3 };\n"
	"typedef unsigned char u8;\n"
	"struct hidden;\n"
	"struct only { long v; };\n"
	"struct inner {\n"
	"	int value; char name[12]; struct inner *next; unsigned a : 3, b : 7; enum color color;\n"
	"	unsigned long long wide : 40; union { long whole; struct { int first, second; }; };\n"
	"	double real; int grid[2][3]; const char *text; _Bool ok; u8 *bytes; struct hidden *hidden; void *any;\n"
	"	struct only only;\n"
	"};\n"
	"long result;\n"
	"__attribute__((noinline, noclone)) long target(struct inner *p, const char *text, int small, u8 byte, size_t "
	"count,\n"
	"		struct inner **list, long seventh, double real)\n"
	"{\n"
	"	long sum = small + 1;\n"
	"	__asm__ volatile(\".globl inside\\n.type inside, %%function\\ninside:\\n.size inside, 1\" : \"+r\"(sum) : "
	"\"r\"(p),\n"
	"		\"r\"(text) : \"memory\");\n"
	"	result = sum + p->value + *text + byte + (long)count + list[1]->value + seventh + (long)real;\n"
	"	return result - 1;\n"
	"}\n"
	"__attribute__((noinline, noclone)) struct inner *pointer(struct inner *p) { __asm__ volatile(\"\"); return "
	"p->next; }\n"
	"__attribute__((noinline, noclone)) void nothing(struct only only, int after) { result += only.v + after; }\n"
	"int main(void)\n"
	"{\n"
	"	static struct inner b = {.value = 77, .name = \"second\", .color = BLUE, .text = \"behind\"};\n"
	"	static struct inner a = {.value = -5, .name = \"first\", .next = &b, .a = 6, .b = 99, .color = GREEN,\n"
	"		.wide = 0x123456789aULL, .first = 11, .second = -12, .grid = {{1, 2, 3}, {4, 5, 6}}, .text = \"told\",\n"
	"		.ok = 1, .any = &b, .only = {31}};\n"
	"	static struct inner *list[] = {&a, &b};\n"
	"	long r = target(&a, \"hello\", -7, 200, 123456789012ULL, list, 70, 2.5);\n"
	"	nothing(a.only, 1);\n"
	"	return r + (pointer(&a) != &b) != result - 1 - 32;\n"
	"}\n";

static char folder[] = "/tmp/ktally-dwarf.XXXXXX", path[64];

static struct probe_fetch f;
static struct probe_type type;
static struct why why;

/* ---- the program, stopped ---- */

#if defined(__x86_64__)
static const unsigned char trap[] = {0xcc};
#define COUNTER regs.rip
#else
static const unsigned char trap[] = {0x00, 0x00, 0x20, 0xd4};
#define COUNTER regs.pc
#endif
static struct user_regs_struct regs;
static pid_t child;

static void run(const char *command)
{
	if (system(command))
		fail_msg("failed: %s", command);
}

static void build(const char *compiler, const char *flags)
{
	char command[256];

	snprintf(path, sizeof(path), "%s/program", folder);
	snprintf(command, sizeof(command), "cd %s && %s -w -g -no-pie %s -o program program.c", folder, compiler, flags);
	run(command);
}

static uint64_t offset_of(const char *function)
{
	struct functions list = {0};
	uint64_t offset;

	assert_int_equal(functions_of_file(&list, path, function, false), 0);
	assert_true(list.n > 0);
	offset = list.list[0].address;
	functions_free(&list);
	return offset;
}

static uint64_t bias(void)
{
	int fd = open(path, O_RDONLY);
	uint64_t b;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	b = elf_code_bias(elf);
	elf_end(elf);
	close(fd);
	return b;
}

static void get_registers(void)
{
	struct iovec io = {&regs, sizeof(regs)};

	assert_int_equal(ptrace(PTRACE_GETREGSET, child, NT_PRSTATUS, &io), 0);
}

/* Lets the program run until it reaches the address */
static void run_to(uint64_t address)
{
	long word = ptrace(PTRACE_PEEKTEXT, child, address, NULL), with = word;
	struct iovec io = {&regs, sizeof(regs)};
	int status;

	memcpy(&with, trap, sizeof(trap));
	assert_int_equal(ptrace(PTRACE_POKETEXT, child, address, with), 0);
	assert_int_equal(ptrace(PTRACE_CONT, child, NULL, NULL), 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP);
	get_registers();
	COUNTER = address;
	assert_int_equal(ptrace(PTRACE_SETREGSET, child, NT_PRSTATUS, &io), 0);
	assert_int_equal(ptrace(PTRACE_POKETEXT, child, address, word), 0);
}

static void start(void)
{
	int status;

	child = fork();
	if (!child) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execl(path, path, NULL);
		_exit(1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSTOPPED(status));
}

static void stop(void)
{
	int status;

	ptrace(PTRACE_CONT, child, NULL, NULL);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0); /* the program's own comparison */
}

/* ---- fetches, carried out ---- */

static void peek(uint64_t address, void *to, size_t size)
{
	struct iovec own = {to, size}, other = {(void *)(uintptr_t)address, size};

	assert_int_equal(process_vm_readv(child, &own, 1, &other, 1, 0), size);
}

static uint64_t address_of(void)
{
	uint64_t address = f.at;

	if (f.base == PROBE_CONTEXT)
		memcpy(&address, (char *)&regs + f.at, 8);
	for (unsigned i = 0; i < f.noffsets; i++) {
		assert_true(f.user >> i & 1);
		address += (uint64_t)(int64_t)f.offsets[i];
		if (i + 1 < f.noffsets)
			peek(address, &address, 8);
	}
	return address;
}

static int64_t number_of(void)
{
	uint64_t value = address_of();
	unsigned bits = f.bits ? f.bits : f.size * 8;

	assert_int_equal(f.kind, PROBE_NUMBER);
	if (f.noffsets) {
		uint64_t address = value;

		value = 0;
		peek(address, &value, f.size);
	}
	value = value >> f.shift << (64 - bits);
	return f.is_signed ? (int64_t)value >> (64 - bits) : (int64_t)(value >> (64 - bits));
}

/* Valid until the next call */
static const struct dwarf_spot *spot_of(uint64_t offset)
{
	static struct dwarf_spot spot;

	spot = (struct dwarf_spot){{path, false}, offset, 0};
	return &spot;
}

static const struct dwarf_spot *spot_in(const char *file)
{
	static struct dwarf_spot spot;

	spot = (struct dwarf_spot){{file, false}, 0, 0};
	return &spot;
}

static void fetch(const char *function, const char *expression, bool is_return)
{
	int err =
		dwarf_argument(spot_of(offset_of(function)), text_begin(expression, "expression"), is_return, &f, &type, &why);

	if (err)
		fail_msg("%s %s: %d, column %u: %s", function, expression, err, why.column, why.text);
}

static void is_number(const char *function, const char *expression, int64_t value)
{
	int64_t got;

	fetch(function, expression, !strncmp(expression, "$ret", 4));
	got = number_of();
	if (got != value)
		fail_msg("%s %s: %" PRId64 ", not %" PRId64, function, expression, got, value);
}

static void is_text(const char *function, const char *expression, const char *wanted)
{
	char text[32];

	fetch(function, expression, false);
	assert_int_equal(f.kind, PROBE_TEXT_AT);
	assert_int_equal(type.show, SHOW_TEXT);
	peek(address_of(), text, strlen(wanted) + 1);
	assert_string_equal(text, wanted);
}

/* ---- */

static void arguments_at(const char *place)
{
	is_number(place, "small", -7);
	assert_string_equal(type.name, "int");
	is_text(place, "text", "hello");
	is_number(place, "text[1]", 'e');
	is_number(place, "p->value", -5);
	is_number(place, "byte", 200);
	is_number(place, "count", 123456789012);
	is_number(place, "list[1]->value", 77);
	is_number(place, "(*list)->second", -12);
}

static void members(void)
{
	char text[32];

	is_number("target", "p->next->value", 77);
	is_text("target", "p->name", "first");
	is_text("target", "p->next->text", "behind");
	is_text("target", "((struct inner *)p->any)->name", "second");
	is_number("target", "p->a", 6);
	is_number("target", "p->b", 99);
	is_number("target", "p->wide", 0x123456789a);
	is_number("target", "p->first", 11);
	is_number("target", "p->grid[1][2]", 6);
	is_number("target", "p[0].ok", 1);
	assert_int_equal(type.show, SHOW_BOOL);
	is_number("target", "p->only", 31);
	is_number("target", "p->bytes", 0);
	assert_int_equal(type.show, SHOW_HEX);
	is_number("target", "p->next->color", -3);
	assert_int_equal(type.show, SHOW_ENUM);
	enum_text(text, sizeof(text), type.type, (uint64_t)-3);
	assert_string_equal(text, "BLUE");
}

static void refused(const char *expression, bool is_return, int err, unsigned column, const char *text)
{
	int got =
		dwarf_argument(spot_of(offset_of("target")), text_begin(expression, "expression"), is_return, &f, &type, &why);

	if (got != err || why.column != column || !strstr(why.text, text))
		fail_msg("%s: %d, column %u: %s", expression, got, why.column, why.text);
}

static void refusals(void)
{
	refused("pp", false, -ENOENT, 1, "target has no variable pp; it has p, ");
	refused("p->secnd", false, -ENOENT, 4, "it has second, ");
	refused("p.value", false, -EINVAL, 3, "perhaps ->");
	refused("p->grid[2][0]", false, -EINVAL, 9, "2 elements");
	refused("p->grid", false, -EINVAL, 4, "choose an element");
	refused("*p", false, -EINVAL, 1, "choose a member");
	refused("p->hidden->x", false, -ENOENT, 12, "does not say");
	refused("p->real", false, -ENOTSUP, 4, "floating point");
	refused("sum", false, -ENOTSUP, 1, "sum has no value at target+0x0");
	refused("p", true, -ENOTSUP, 1, "there is $retval");
	refused("$retval", false, -EINVAL, 1, "at the return");
	refused("p->", false, -EINVAL, 4, "is missing");
}

static void prototype(void)
{
	unsigned long long offset = offset_of("target");
	char text[256];

	assert_true(dwarf_prototype(text, sizeof(text), spot_of(offset_of("pointer")), &why) > 0);
	assert_string_equal(text, "struct inner *pointer(struct inner *p)");
	assert_true(dwarf_prototype(text, sizeof(text), spot_of(offset), &why) > 0);
	assert_non_null(strstr(text, " target(struct inner *p, const char *text, int small, u8 byte, size_t count, "
								 "struct inner **list, long "));
	dwarf_prototype(text, sizeof(text), spot_of(offset_of("nothing")), &why);
	assert_string_equal(text, "void nothing(struct only only, int after)");
	assert_int_equal(dwarf_arguments(spot_of(offset), NULL, NULL, &why), 8);
}

static void all(const char *compiler, const char *flags, bool locals)
{
	uint64_t back;

	build(compiler, flags);
	start();
	run_to(offset_of("target") + bias());
	arguments_at("target");
	is_number("target", "seventh", 70);
	members();
	refusals();
	prototype();
#if defined(__x86_64__)
	peek(regs.rsp, &back, 8);
#else
	back = regs.regs[30];
#endif
	run_to(offset_of("inside") + bias());
	is_number("inside", "p->value", -5);
	is_text("inside", "text", "hello");
	if (locals) {
		arguments_at("inside");
		is_number("inside", "sum", -6);
		is_number("inside", "seventh", 70);
	}
	run_to(back);
	is_number("target", "$retval", -6 - 5 + 'h' + 200 + 123456789012 + 77 + 70 + 2 - 1);
	run_to(offset_of("pointer") + bias());
	is_number("pointer", "p->next->value", 77);
	stop();
	dwarf_drop();
}

static void optimised(void **state)
{
	(void)state;
	all("gcc", "-O2", false);
}

static void plain(void **state)
{
	(void)state;
	all("gcc", "-O0", true);
	all("gcc", "-O0 -gdwarf-4 -fomit-frame-pointer", true);
	all("gcc", "-Og -gdwarf-3 -gstrict-dwarf", false);
}

static void clang(void **state)
{
	(void)state;
	if (system("clang --version >/dev/null 2>&1")) {
		puts("# skip: no clang");
		skip();
	}
	all("clang", "-O0", true);
	all("clang", "-O2", false);
}

static void without_debug(void **state)
{
	char command[160];

	(void)state;
	build("gcc", "-O1");
	snprintf(command, sizeof(command), "strip -g %s/program", folder);
	run(command);
	refused("p", false, -ENOENT, 0, "no debug information");
	assert_int_equal(dwarf_argument(spot_in("/nowhere"), text_begin("p", "expression"), false, &f, &type, &why),
					 -ENOENT);
	assert_int_equal(dwarf_argument(spot_in("/proc/self/maps"), text_begin("p", "expression"), false, &f, &type, &why),
					 -ENOEXEC);
}

static int make(void **state)
{
	char name[64];
	FILE *file;

	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(name, sizeof(name), "%s/program.c", folder);
	file = fopen(name, "w");
	if (!file)
		return -1;
	fputs(source, file);
	return fclose(file);
}

static int unmake(void **state)
{
	char command[64];

	(void)state;
	dwarf_drop();
	enums_drop();
	snprintf(command, sizeof(command), "rm -r %s", folder);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(optimised), cmocka_unit_test(plain), cmocka_unit_test(clang),
									   cmocka_unit_test(without_debug)};

	dwarf_argument(spot_in("/proc/self/exe"), text_begin("x", "expression"), false, &f, &type, &why);
	if (strstr(why.text, "without libdw")) {
		puts("skip - dwarf_names: built without libdw");
		return 0;
	}
	return cmocka_run_group_tests(tests, make, unmake);
}
