// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * At a function's first instruction the arguments are in the registers of the calling convention. The DWARF of
 * optimised code says so in a list of locations. The DWARF of other code gives one location, on the stack, which is
 * right only after the prologue. At the first instruction the position among the arguments then tells the register.
 */
#ifdef KTALLY_HAS_libdw
#include "dwarf_locate.h"

#include "registers.h"

#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#define CFA_AT_ENTRY 8 /* the return address lies between it and the stack pointer */
#define FRAME_REGISTER 6
#define STACK_REGISTER 7
#define INSTRUCTION_REGISTER "ip"
static const char *const register_names[] = {"ax", "dx", "cx",	"bx",  "si",  "di",	 "bp",	"sp",
											 "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"};
#else
#define CFA_AT_ENTRY 0
#define FRAME_REGISTER 29
#define STACK_REGISTER 31
#define INSTRUCTION_REGISTER "pc"
static const char *const register_names[] = {
	"x0",  "x1",  "x2",	 "x3",	"x4",  "x5",  "x6",	 "x7",	"x8",  "x9",  "x10", "x11", "x12", "x13", "x14", "x15",
	"x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30", "sp"};
#endif
#define NO_REGISTER (-1)
/* The caller's frame register and the return address; above them lies what the caller put on the stack */
#define FRAME_RECORD 16

static int put_register(struct place *to, int number)
{
	const char *name = number >= 0 && (size_t)number < sizeof(register_names) / sizeof(register_names[0])
						   ? register_names[number]
						   : NULL;

	if (!name)
		return -ENOTSUP;
	to->fetch->base = PROBE_CONTEXT;
	to->fetch->at = (__u64)register_offset(name, strlen(name));
	return 0;
}

static int put_memory(struct place *to, int number, int64_t offset, const struct word *name, struct why *why)
{
	int err = put_register(to, number);

	if (!err)
		err = place_follow(to, name->column, why);
	return err ? err : place_move(to, offset * 8, name->column, why);
}

/* *words: general registers that an argument takes; 0 for floating point. False for structs by value: they may come in
 * memory or in other registers. */
static bool takes_words(struct dtype t, unsigned *words)
{
	int64_t size = dtype_size(t);
	unsigned encoding = dtype_encoding(t);

	*words = 0;
	if (encoding == DW_ATE_float || encoding == DW_ATE_complex_float)
		return true;
	if (size < 0 || dtype_is_composite(&t))
		return false;
	*words = (unsigned)(size + 7) / 8;
	return true;
}

static int because_here(const struct dwarf_function *f, const struct word *name, const char *problem, struct why *why)
{
	Dwarf_Die die = f->die;
	Dwarf_Addr entry = f->pc;

	dwarf_begin_of(&die, &entry);
	return because_at(why, -ENOTSUP, name->column, "%.*s %s at %s+0x%llx", (int)name->length, name->text, problem,
					  dwarf_diename(&die), (unsigned long long)(f->pc - entry));
}

static int not_here(const struct dwarf_function *f, const struct word *name, struct why *why)
{
	return because_here(f, name, "has no value", why);
}

/* The compiler tells how to get at the value, by more than one register or place of memory. */
static int too_much(const struct dwarf_function *f, const Dwarf_Op *ops, size_t n, const struct word *name,
					struct why *why)
{
	for (size_t i = 0; i < n; i++)
		switch (ops[i].atom) {
		case DW_OP_piece:
		case DW_OP_bit_piece:
			return because_here(f, name, "lies in pieces (DW_OP_piece)", why);
		case DW_OP_implicit_pointer:
		case DW_OP_GNU_implicit_pointer:
			return because_here(f, name, "is a pointer that was optimised away (DW_OP_implicit_pointer)", why);
		case DW_OP_entry_value:
		case DW_OP_GNU_entry_value:
			return because_here(f, name, "is what the caller passed, and no more kept (DW_OP_entry_value)", why);
		case DW_OP_form_tls_address:
		case DW_OP_GNU_push_tls_address:
			return because_here(f, name, "is each thread's own (DW_OP_form_tls_address)", why);
		}
	return because_here(f, name, "must be computed from other values, which is not done,", why);
}

/* The arguments before it tell the register. -ENOTSUP if one of them makes that uncertain */
static int locate_by_position(const struct dwarf_function *f, const struct dvariable *v, struct place *to,
							  const struct word *name, struct why *why)
{
	Dwarf_Die function = f->die, child, wanted = v->die;
	unsigned words, used = 0;

	if (f->scope.addr != f->die.addr)
		return not_here(f, name, why);
	if (dwarf_child(&function, &child))
		return -ENOTSUP;
	do {
		int offset = register_of_argument(used);

		if (dwarf_tag(&child) != DW_TAG_formal_parameter)
			continue;
		if (!takes_words(dtype_of(&child), &words))
			return because_at(why, -ENOTSUP, name->column,
							  "%.*s is, or comes after, a struct that is passed by value: where is not known at the "
							  "function's start",
							  (int)name->length, name->text);
		if (dwarf_dieoffset(&child) == dwarf_dieoffset(&wanted)) {
			if (!words || offset < 0)
				return because_at(why, -ENOTSUP, name->column, "%.*s is passed %s", (int)name->length, name->text,
								  words ? "on the stack" : "in a register of floating point, which cannot be read");
			to->fetch->base = PROBE_CONTEXT;
			to->fetch->at = (__u64)offset;
			return 0;
		}
		used += words;
	} while (!dwarf_siblingof(&child, &child));
	return -ENOTSUP;
}

static bool one_register(const Dwarf_Op *op, int *number, int64_t *offset)
{
	*offset = 0;
	if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
		*number = op->atom - DW_OP_breg0;
		*offset = (int64_t)op->number;
	} else if (op->atom == DW_OP_bregx) {
		*number = (int)op->number;
		*offset = (int64_t)op->number2;
	} else if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
		*number = op->atom - DW_OP_reg0;
	} else {
		return false;
	}
	return true;
}

static bool address_by(Dwarf_CFI *table, Dwarf_Addr pc, int *number, int64_t *offset)
{
	Dwarf_Frame *frame;
	Dwarf_Op *ops;
	size_t n;
	bool known;

	if (!table || dwarf_cfi_addrframe(table, pc, &frame))
		return false;
	known = !dwarf_frame_cfa(frame, &ops, &n) && n == 1 && one_register(ops, number, offset);
	free(frame);
	return known;
}

/* The unwinding tables, .debug_frame or .eh_frame, tell the canonical frame address here. */
static bool frame_address(const struct dwarf_function *f, int *number, int64_t *offset)
{
	Dwarf_CFI *table;
	bool known;

	if (f->at_entry) {
		*number = STACK_REGISTER;
		*offset = CFA_AT_ENTRY;
		return true;
	}
	if (address_by(dwarf_getcfi(f->in.dwarf), f->pc, number, offset))
		return true;
	table = dwarf_getcfi_elf(f->in.elf); /* we own this one; dwarf_getcfi() keeps the other */
	known = address_by(table, f->pc, number, offset);
	dwarf_cfi_end(table);
	return known;
}

/* The address from which DW_OP_fbreg counts */
static bool frame_base(const struct dwarf_function *f, int *number, int64_t *offset)
{
	Dwarf_Die die = f->die;
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;

	if (dwarf_getlocation_addr(dwarf_attr_integrate(&die, DW_AT_frame_base, &attr), f->pc, &ops, &n, 1) != 1 || n != 1)
		return false;
	if (ops->atom == DW_OP_call_frame_cfa)
		return frame_address(f, number, offset);
	return one_register(ops, number, offset);
}

/* Does only the prologue put the variable there? What the caller put on the stack lies above the frame. */
static bool comes_later(const struct dwarf_function *f, const struct dvariable *v, int number, int64_t offset)
{
	if (!f->at_entry)
		return false;
	if (number == FRAME_REGISTER) /* it is still the caller's */
		return true;
	return !v->is_parameter || offset < CFA_AT_ENTRY;
}

/* 0 is where a CPU's own copy would be, which no address names. */
static int put_kernel(const struct dwarf_function *f, Dwarf_Addr address, struct place *to, const struct word *name,
					  struct why *why)
{
	uint64_t here;

	if (!dwarf_kernel_address(f->in.kernel, address, &here) || (int64_t)here >= 0)
		return because_at(why, -ENOTSUP, name->column, "%.*s: the kernel does not tell where it is", (int)name->length,
						  name->text);
	to->fetch->base = PROBE_CONSTANT;
	to->fetch->at = here;
	return place_follow(to, name->column, why);
}

/* A program is loaded anywhere, as a whole: what is static lies at a distance from the instruction. */
static int put_static(const struct dwarf_function *f, Dwarf_Addr address, struct place *to, const struct word *name,
					  struct why *why)
{
	int err;

	if (f->in.kernel)
		return put_kernel(f, address, to, name, why);
	to->fetch->base = PROBE_CONTEXT;
	to->fetch->at = (__u64)register_offset(INSTRUCTION_REGISTER, strlen(INSTRUCTION_REGISTER));
	err = place_follow(to, name->column, why);
	return err ? err : place_move(to, (int64_t)(address - f->pc) * 8, name->column, why);
}

static int locate_op(const struct dwarf_function *f, const struct dvariable *v, const Dwarf_Op *op, struct place *to,
					 const struct word *name, struct why *why)
{
	int number = NO_REGISTER;
	int64_t offset = 0, base;

	if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
		return put_register(to, op->atom - DW_OP_reg0);
	if (op->atom == DW_OP_fbreg) {
		if (!frame_base(f, &number, &base))
			return not_here(f, name, why);
		offset = base + (int64_t)op->number;
	} else if (!one_register(op, &number, &offset)) {
		return too_much(f, op, 1, name, why);
	}
	if (f->at_entry && v->is_parameter && number == FRAME_REGISTER && offset >= FRAME_RECORD) {
		number = STACK_REGISTER;
		offset += CFA_AT_ENTRY - FRAME_RECORD;
	}
	if (!comes_later(f, v, number, offset))
		return put_memory(to, number, offset, name, why);
	return v->is_parameter ? locate_by_position(f, v, to, name, why) : not_here(f, name, why);
}

/* A value that the compiler knows. False: the location is none */
static bool constant_of(const Dwarf_Op *ops, size_t n, uint64_t *to)
{
	if (n != 2 || ops[1].atom != DW_OP_stack_value)
		return false;
	if (ops->atom >= DW_OP_lit0 && ops->atom <= DW_OP_lit31)
		*to = ops->atom - DW_OP_lit0;
	else if (ops->atom >= DW_OP_const1u && ops->atom <= DW_OP_consts)
		*to = ops->number;
	else
		return false;
	return true;
}

static bool known_value(struct dvariable *v, uint64_t *to)
{
	Dwarf_Attribute attr;
	Dwarf_Sword number;

	if (dwarf_formsdata(dwarf_attr(&v->die, DW_AT_const_value, &attr), &number))
		return false;
	*to = (uint64_t)number;
	return true;
}

static int put_constant(struct place *to, uint64_t value)
{
	to->fetch->base = PROBE_CONSTANT;
	to->fetch->at = value;
	return 0;
}

int dwarf_locate(const struct dwarf_function *f, struct dvariable *v, const struct word *name, struct place *to,
				 struct why *why)
{
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	uint64_t value;
	size_t n = 0;

	to->user = !f->in.kernel;
	if (known_value(v, &value))
		return put_constant(to, value);
	if (dwarf_getlocation_addr(dwarf_attr_integrate(&v->die, DW_AT_location, &attr), f->pc, &ops, &n, 1) != 1 || !n)
		return f->at_entry && v->is_parameter ? locate_by_position(f, v, to, name, why) : not_here(f, name, why);
	if (constant_of(ops, n, &value))
		return put_constant(to, value);
	if (n == 1 && ops->atom == DW_OP_addr)
		return put_static(f, ops->number, to, name, why);
	return n == 1 ? locate_op(f, v, ops, to, name, why) : too_much(f, ops, n, name, why);
}
#endif
