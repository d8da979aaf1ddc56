// SPDX-License-Identifier: GPL-2.0-or-later
/* Names and offsets are those of regoffset_table in the kernel's arch/.../kernel/ptrace.c. */

#include "registers.h"

#include <errno.h>
#include <string.h>

struct reg {
	const char *name;
	unsigned offset; /* in the kernel's struct pt_regs */
};

#if defined(__x86_64__)
static const struct reg registers[] = {
	{"r15", 0},	 {"r14", 8},	 {"r13", 16},  {"r12", 24},	 {"bp", 32},   {"bx", 40},	{"r11", 48}, {"r10", 56},
	{"r9", 64},	 {"r8", 72},	 {"ax", 80},   {"cx", 88},	 {"dx", 96},   {"si", 104}, {"di", 112}, {"ip", 128},
	{"cs", 136}, {"flags", 144}, {"sp", 152},  {"ss", 160},	 {"rbp", 32},  {"rbx", 40}, {"rax", 80}, {"rcx", 88},
	{"rdx", 96}, {"rsi", 104},	 {"rdi", 112}, {"rip", 128}, {"rsp", 152},
};
static const unsigned argument_registers[] = {112, 104, 96, 88, 72, 64};
#define RETURN_REGISTER 80
#define STACK_REGISTER 152
#elif defined(__aarch64__)
static const struct reg registers[] = {
	{"x0", 0},	  {"x1", 8},	{"x2", 16},	  {"x3", 24},	{"x4", 32},	  {"x5", 40},	   {"x6", 48},
	{"x7", 56},	  {"x8", 64},	{"x9", 72},	  {"x10", 80},	{"x11", 88},  {"x12", 96},	   {"x13", 104},
	{"x14", 112}, {"x15", 120}, {"x16", 128}, {"x17", 136}, {"x18", 144}, {"x19", 152},	   {"x20", 160},
	{"x21", 168}, {"x22", 176}, {"x23", 184}, {"x24", 192}, {"x25", 200}, {"x26", 208},	   {"x27", 216},
	{"x28", 224}, {"x29", 232}, {"x30", 240}, {"sp", 248},	{"pc", 256},  {"pstate", 264}, {"lr", 240},
};
static const unsigned argument_registers[] = {0, 8, 16, 24, 32, 40, 48, 56};
#define RETURN_REGISTER 0
#define STACK_REGISTER 248
#else
#error "registers of this architecture are not known"
#endif

int register_offset(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++)
		if (strlen(registers[i].name) == length && !strncmp(registers[i].name, name, length))
			return (int)registers[i].offset;
	return -ENOENT;
}

int register_of_argument(unsigned number)
{
	if (number >= sizeof(argument_registers) / sizeof(argument_registers[0]))
		return -ENOENT;
	return (int)argument_registers[number];
}

int register_of_return(void)
{
	return RETURN_REGISTER;
}

int register_of_stack(void)
{
	return STACK_REGISTER;
}

const char *register_name(unsigned offset)
{
	for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++)
		if (registers[i].offset == offset)
			return registers[i].name;
	return "?";
}
