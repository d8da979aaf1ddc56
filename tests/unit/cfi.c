// SPDX-License-Identifier: GPL-2.0-or-later
/* What each instruction of CFI does to rows, in .eh_frame written by hand. */
#include "test.h"

#include <errno.h>
#include <stdio.h>

#ifdef __x86_64__
#include "cfi_file.h"

/* Rows of one function whose CIE says START */
static void one(const uint8_t *program, size_t size)
{
	begin();
	put_fde(put_cie(PROGRAM(START)), 0, program, size);
	assert_int_equal(make(), 0);
}

/* The kind from byte 4 on, when the program says all this there */
static void then(unsigned kind, unsigned cfa8, int bp8, const uint8_t *program, size_t size)
{
	uint8_t all[300] = {DW_CFA_def_cfa_offset, 0x70, DW_CFA_advance_loc | 4}; /* differs from all that follows */

	memcpy(all + 3, program, size);
	one(all, size + 3);
	is_row(0, 0, UNWIND_SP, 14, 0);
	if (kind != UNWIND_NONE)
		is_row(1, 4, kind, cfa8, bp8);
	is_row(rows.n - 1, kind == UNWIND_NONE ? 4 : FUNCTION, UNWIND_NONE, 0, 0);
	assert_int_equal(rows.n, kind == UNWIND_NONE ? 2 : 3);
}

static void cfa(void **state)
{
	(void)state;
	then(UNWIND_SP, 2, 0, PROGRAM(DW_CFA_def_cfa_offset, 16));
	then(UNWIND_SP, 0x3fff, 0, PROGRAM(DW_CFA_def_cfa, 7, 0xf8, 0xff, 7));
	then(UNWIND_SP, 0xffff, 0, PROGRAM(DW_CFA_def_cfa_offset, 0xf8, 0xff, 0x1f));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_def_cfa_offset, 0x80, 0x80, 0x20)); /* 8 more */
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_def_cfa_offset, 20));
	then(UNWIND_BP, 14, 0, PROGRAM(DW_CFA_def_cfa_register, 6));
	then(UNWIND_BP, 2, -2, PROGRAM(DW_CFA_def_cfa, 6, 16, DW_CFA_offset | 6, 2));
	then(UNWIND_BX, 3, 0, PROGRAM(DW_CFA_def_cfa, 3, 24));
	then(UNWIND_BX, 3, -2, PROGRAM(DW_CFA_def_cfa, 3, 24, DW_CFA_offset | 6, 2));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_def_cfa, 3, 24, DW_CFA_expression, 6, 2, DW_OP_breg6, 0));
	then(UNWIND_R10, 0, 0, PROGRAM(DW_CFA_def_cfa, 10, 0));
	then(UNWIND_R10, 0, 1, PROGRAM(DW_CFA_def_cfa, 10, 0, DW_CFA_expression, 6, 2, DW_OP_breg6, 0));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_def_cfa, 10, 0, DW_CFA_offset | 6, 2));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_def_cfa, 11, 0));
	then(UNWIND_SP, 3, 0, PROGRAM(DW_CFA_def_cfa_sf, 7, 0x7d)); /* -3 times -8 */
	then(UNWIND_SP, 1, 0, PROGRAM(DW_CFA_def_cfa_offset_sf, 0x7f));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_def_cfa_offset_sf, 1));
	then(UNWIND_SP, 2, 0, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_GNU_args_size, 32, DW_CFA_nop));
}

static void registers(void **state)
{
	(void)state;
	then(UNWIND_SP, 2, -2, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_offset | 6, 2));
	then(UNWIND_SP, 2, -2, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_offset_extended, 6, 2));
	then(UNWIND_SP, 2, -128, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_offset_extended, 6, 0x80, 1));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_offset_extended, 6, 0x81, 1));
	then(UNWIND_SP, 2, 2, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_offset_extended_sf, 6, 0x7e));
	then(UNWIND_SP, 2, 2, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_GNU_negative_offset_extended, 6, 2));
	then(UNWIND_SP, 2, 0, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_offset | 6, 2, DW_CFA_restore | 6));
	then(UNWIND_SP, 2, 0, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_offset | 6, 2, DW_CFA_restore_extended, 6));
	then(UNWIND_SP, 2, 0, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_offset | 6, 2, DW_CFA_same_value, 6));
	then(UNWIND_SP, 2, 0, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_offset | 6, 2, DW_CFA_undefined, 6));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_register, 6, 3));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_val_offset, 6, 2));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_val_offset_sf, 6, 2));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_val_expression, 6, 2, DW_OP_breg6, 0));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_expression, 6, 2, DW_OP_breg6, 8));
	then(UNWIND_SP, 2, 0, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_offset | 3, 2, DW_CFA_register, 3, 4));
	then(UNWIND_SP, 2, 0, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_expression, 12, 2, DW_OP_breg6, 8));
}

/* Rows count in eights, and that is how x86-64 saves registers; CFI need not */
static void places_between(void **state)
{
	(void)state;
	begin();
	put_fde(put_cie(PROGRAM(DW_CFA_def_cfa, 7, 8, DW_CFA_offset | 16, 2)), 0,
			PROGRAM(DW_CFA_offset | 6, 4, DW_CFA_advance_loc | 4, DW_CFA_offset | 6, 5));
	image.frames[13] = 0x7c; /* factor -4 instead of -8 */
	assert_int_equal(make(), 0);
	is_row(0, 0, UNWIND_SP, 1, -2);
	is_row(1, 4, UNWIND_NONE, 0, 0);
	assert_int_equal(rows.n, 2);
}

static void return_address(void **state)
{
	(void)state;
	then(UNWIND_STOP, 0, 0, PROGRAM(DW_CFA_undefined, 16));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_same_value, 16));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_offset | 16, 2));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_register, 16, 3));
	then(UNWIND_SP, 2, 0, PROGRAM(DW_CFA_undefined, 16, DW_CFA_restore | 16, DW_CFA_def_cfa_offset, 16));
}

static void expressions(void **state)
{
	(void)state;
	then(UNWIND_PLT, 0, 0,
		 PROGRAM(DW_CFA_def_cfa_expression, 11, DW_OP_breg7, 8, DW_OP_breg16, 0, DW_OP_lit15, DW_OP_and, DW_OP_lit11,
				 DW_OP_ge, DW_OP_lit3, DW_OP_shl, DW_OP_plus));
	then(UNWIND_NONE, 0, 0,
		 PROGRAM(DW_CFA_def_cfa_expression, 11, DW_OP_breg7, 8, DW_OP_breg16, 0, DW_OP_lit15, DW_OP_and,
				 DW_OP_lit11 - 1, DW_OP_ge, DW_OP_lit3, DW_OP_shl, DW_OP_plus));
	then(
		UNWIND_REALIGNED, 1, 0,
		PROGRAM(DW_CFA_expression, 6, 2, DW_OP_breg6, 0, DW_CFA_def_cfa_expression, 3, DW_OP_breg6, 0x78, DW_OP_deref));
	then(
		UNWIND_REALIGNED, 5, 0,
		PROGRAM(DW_CFA_expression, 6, 2, DW_OP_breg6, 0, DW_CFA_def_cfa_expression, 3, DW_OP_breg6, 0x58, DW_OP_deref));
	/* without bp at bp; not a multiple of 8; above bp; more operations */
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_def_cfa_expression, 3, DW_OP_breg6, 0x78, DW_OP_deref));
	then(
		UNWIND_NONE, 0, 0,
		PROGRAM(DW_CFA_expression, 6, 2, DW_OP_breg6, 0, DW_CFA_def_cfa_expression, 3, DW_OP_breg6, 0x77, DW_OP_deref));
	then(UNWIND_NONE, 0, 0,
		 PROGRAM(DW_CFA_expression, 6, 2, DW_OP_breg6, 0, DW_CFA_def_cfa_expression, 3, DW_OP_breg6, 8, DW_OP_deref));
	then(UNWIND_NONE, 0, 0,
		 PROGRAM(DW_CFA_expression, 6, 2, DW_OP_breg6, 0, DW_CFA_def_cfa_expression, 4, DW_OP_breg6, 0x78, DW_OP_deref,
				 DW_OP_deref));
	/* how such functions end, and one that has a fixed place after all */
	then(UNWIND_SP, 1, 0, PROGRAM(DW_CFA_expression, 6, 2, DW_OP_breg6, 0, DW_CFA_def_cfa, 7, 8));
	then(UNWIND_BP, 2, -2, PROGRAM(DW_CFA_expression, 6, 2, DW_OP_breg6, 0, DW_CFA_def_cfa, 6, 16));
}

static void advances(void **state)
{
	(void)state;
	one(PROGRAM(DW_CFA_advance_loc | 1, DW_CFA_def_cfa_offset, 16, DW_CFA_advance_loc1, 2, DW_CFA_def_cfa_offset, 24,
				DW_CFA_advance_loc2, 3, 0, DW_CFA_def_cfa_offset, 32, DW_CFA_advance_loc4, 4, 0, 0, 0,
				DW_CFA_remember_state, DW_CFA_def_cfa_offset, 8, DW_CFA_advance_loc | 5, DW_CFA_restore_state,
				DW_CFA_advance_loc | 6, DW_CFA_advance_loc | 7, DW_CFA_def_cfa, 6, 16));
	is_row(0, 0, UNWIND_SP, 1, 0);
	is_row(1, 1, UNWIND_SP, 2, 0);
	is_row(2, 3, UNWIND_SP, 3, 0);
	is_row(3, 6, UNWIND_SP, 4, 0);
	is_row(4, 10, UNWIND_SP, 1, 0);
	is_row(5, 15, UNWIND_SP, 4, 0);
	is_row(6, 28, UNWIND_BP, 2, 0);
	is_row(7, FUNCTION, UNWIND_NONE, 0, 0);
	assert_int_equal(rows.n, 8);
	/* what lies behind the function's end says nothing about it */
	one(PROGRAM(DW_CFA_advance_loc2, 0, 1, DW_CFA_def_cfa_offset, 16));
	assert_int_equal(rows.n, 2);
	/* set_loc to byte 32: counted from where the address is written */
	begin();
	put_fde(put_cie(PROGRAM(START)), 0, PROGRAM(DW_CFA_set_loc, 0, 0, 0, 0, DW_CFA_def_cfa_offset, 16));
	for (uint32_t to = (uint32_t)(LINKED + 32 - (0x400000 + used - 6)), at = 0; at < 4; at++)
		image.frames[used - 6 + at] = (uint8_t)(to >> 8 * at);
	assert_int_equal(make(), 0);
	is_row(1, 32, UNWIND_SP, 2, 0);
}

static void functions(void **state)
{
	(void)state;
	put_functions();
	assert_int_equal(make(), 0);
	is_row(0, FUNCTION, UNWIND_SP, 1, 0);
	is_row(1, 3 * FUNCTION, UNWIND_NONE, 0, 0);
	is_row(2, 4 * FUNCTION, UNWIND_SP, 2, 0);
	is_row(3, 5 * FUNCTION, UNWIND_SP, 4, 0);
	is_row(4, 6 * FUNCTION, UNWIND_NONE, 0, 0);
	is_row(5, 8 * FUNCTION, UNWIND_SIGNAL, 0, 0);
	is_row(6, 9 * FUNCTION, UNWIND_NONE, 0, 0);
	assert_int_equal(rows.n, 7);
}

static void encodings(void **state)
{
	static const uint8_t absolute[] = {0, 0x10, 0x40, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
	static const uint8_t indirect[] = {0x9b};
	size_t at, cie;

	(void)state;
	begin();
	cie = put_cie_of("zR", PROGRAM(0), PROGRAM(START));
	at = used;
	put32(0);
	put32(used - cie);
	put(absolute, sizeof(absolute));
	end_entry(at);
	assert_int_equal(make(), 0);
	is_row(0, 0, UNWIND_SP, 1, 0);
	is_row(1, FUNCTION, UNWIND_NONE, 0, 0);
	begin();
	put_fde(put_cie_of("zR", indirect, 1, PROGRAM(START)), 0, PROGRAM(DW_CFA_nop));
	assert_int_equal(make(), -ENODATA);
	begin();
	put_fde(put_cie_of("zX", PROGRAM(0x1b), PROGRAM(START)), 0, PROGRAM(DW_CFA_nop));
	assert_int_equal(make(), -ENODATA);
}

/* Nothing is known from where a program cannot be understood */
static void broken_programs(void **state)
{
	(void)state;
	then(UNWIND_NONE, 0, 0, PROGRAM(0x3f));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_restore_state));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_def_cfa_offset, 0x80, 0x80));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_def_cfa_expression, 100, DW_OP_breg6));
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_set_loc, 0xf0, 0xff, 0xff, 0xff)); /* backwards */
	then(UNWIND_NONE, 0, 0,
		 PROGRAM(DW_CFA_remember_state, DW_CFA_remember_state, DW_CFA_remember_state, DW_CFA_remember_state,
				 DW_CFA_remember_state, DW_CFA_remember_state, DW_CFA_remember_state, DW_CFA_remember_state,
				 DW_CFA_remember_state));
	/* a register for which libdw would reserve a gigabyte */
	then(UNWIND_SP, 2, 0, PROGRAM(DW_CFA_def_cfa_offset, 16, DW_CFA_offset_extended, 0xff, 0xff, 0xff, 0x1f, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cfa),
		cmocka_unit_test(registers),
		cmocka_unit_test(places_between),
		cmocka_unit_test(return_address),
		cmocka_unit_test(expressions),
		cmocka_unit_test(advances),
		cmocka_unit_test(functions),
		cmocka_unit_test(encodings),
		cmocka_unit_test(broken_programs),
	};

	return RUN(tests);
}
#else
int main(void)
{
	puts("skip - cfi: rows are made for x86-64 only");
	return 0;
}
#endif
