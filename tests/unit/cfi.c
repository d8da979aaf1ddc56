// SPDX-License-Identifier: GPL-2.0-or-later
/* Rows of .eh_frame written by hand: what each instruction does, and files that mean harm. */
#include "test.h"

#include "sys/cfi_codes.h"
#include "sys/unwind_rows.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __x86_64__
#define CODE 0x1000		/* offset of the code in the file */
#define LINKED 0x401000 /* its address */
#define FUNCTION 0x100	/* bytes of each function */
#define FRAMES_AT 0x200

/* An ELF file: header, a segment of code, three section headers, names, then .eh_frame to the end */
struct file {
	Elf64_Ehdr head;
	Elf64_Phdr code;
	Elf64_Shdr sections[3];
	char names[32];
};
static struct {
	union {
		struct file file;
		uint8_t bytes[FRAMES_AT];
	};
	uint8_t frames[24 << 20];
} image;
static size_t used; /* of frames */
static struct unwind_rows rows;

_Static_assert(sizeof(struct file) <= FRAMES_AT, "headers lie before the frames");

static void begin(void)
{
	memset(image.bytes, 0, sizeof(image.bytes));
	image.file = (struct file){
		.head = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
				 .e_type = ET_DYN,
				 .e_machine = EM_X86_64,
				 .e_version = EV_CURRENT,
				 .e_phoff = offsetof(struct file, code),
				 .e_shoff = offsetof(struct file, sections),
				 .e_ehsize = sizeof(Elf64_Ehdr),
				 .e_phentsize = sizeof(Elf64_Phdr),
				 .e_phnum = 1,
				 .e_shentsize = sizeof(Elf64_Shdr),
				 .e_shnum = 3,
				 .e_shstrndx = 2},
		.code = {.p_type = PT_LOAD,
				 .p_flags = PF_R | PF_X,
				 .p_offset = CODE,
				 .p_vaddr = LINKED,
				 .p_filesz = 0x10000000,
				 .p_memsz = 0x10000000},
		.sections = {[1] = {.sh_name = 1, .sh_type = SHT_PROGBITS, .sh_addr = 0x400000, .sh_offset = FRAMES_AT},
					 [2] = {.sh_name = 11,
							.sh_type = SHT_STRTAB,
							.sh_offset = offsetof(struct file, names),
							.sh_size = sizeof(image.file.names)}},
		.names = "\0.eh_frame\0.shstrtab",
	};
	used = 0;
}

static void put(const void *bytes, size_t n)
{
	assert_true(used + n <= sizeof(image.frames));
	memcpy(image.frames + used, bytes, n);
	used += n;
}

static void put32(uint64_t number)
{
	uint32_t low = (uint32_t)number;

	put(&low, 4);
}

/* Puts its length before what was put since */
static void end_entry(size_t at)
{
	uint32_t length = (uint32_t)(used - at - 4);

	memcpy(image.frames + at, &length, 4);
}

#define PROGRAM(...) (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})
#define START DW_CFA_def_cfa, 7, 8, DW_CFA_offset | 16, 1

static size_t put_cie_of(const char *letters, const uint8_t *augmentation, size_t n, const uint8_t *program,
						 size_t size)
{
	size_t at = used;
	uint8_t length = (uint8_t)n;

	put32(0);
	put32(0);
	put("\1", 1);
	put(letters, strlen(letters) + 1);
	put("\1\x78\x10", 3); /* code 1, data -8, return address in 16 */
	put(&length, 1);
	put(augmentation, n);
	put(program, size);
	end_entry(at);
	return at;
}

static size_t put_cie(const uint8_t *program, size_t size)
{
	return put_cie_of("zR", PROGRAM(0x1b), program, size);
}

/* The function of that number */
static void put_fde(size_t cie, unsigned function, const uint8_t *program, size_t size)
{
	size_t at = used;

	put32(0);
	put32(used - cie);
	put32(LINKED + function * FUNCTION - (image.file.sections[1].sh_addr + used));
	put32(FUNCTION);
	put("", 1);
	put(program, size);
	end_entry(at);
}

static void is_in_order(void)
{
	for (size_t i = 0; i < rows.n; i++)
		assert_true(i ? rows.list[i - 1].pc < rows.list[i].pc : rows.list[0].kind != UNWIND_NONE);
	assert_true(!rows.n || rows.list[rows.n - 1].kind == UNWIND_NONE);
}

static int make(void)
{
	int err;

	free(rows.list);
	rows.list = NULL;
	image.file.sections[1].sh_size = used;
	err = unwind_rows_of_image(&image, FRAMES_AT + used, &rows);
	if (err) {
		assert_null(rows.list);
		assert_int_equal(rows.n, 0);
	}
	is_in_order();
	return err;
}

static void is_row(size_t i, unsigned into, unsigned kind, unsigned cfa8, int bp8)
{
	assert_true(i < rows.n);
	assert_int_equal(rows.list[i].pc, CODE + into);
	assert_int_equal(rows.list[i].kind, kind);
	assert_int_equal(rows.list[i].cfa8, cfa8);
	assert_int_equal(rows.list[i].bp8, bp8);
}

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
	then(UNWIND_NONE, 0, 0, PROGRAM(DW_CFA_def_cfa, 10, 0));
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

/* Functions that are not in order, touch, leave gaps, overlap, and lie in no segment */
static void put_functions(void)
{
	size_t cie;

	begin();
	cie = put_cie(PROGRAM(START));
	put_fde(cie, 4, PROGRAM(DW_CFA_def_cfa_offset, 16));
	put_fde(cie, 1, PROGRAM(DW_CFA_nop));
	put32(0); /* crtend.o's end mark may lie between the parts of two object files */
	put_fde(cie, 2, PROGRAM(DW_CFA_nop));
	put_fde(cie, 2, PROGRAM(DW_CFA_def_cfa_offset, 24));
	put_fde(put_cie_of("zPLR", PROGRAM(0, 1, 2, 3, 4, 5, 6, 7, 8, 0x1b, 0x1b), PROGRAM(START)), 5,
			PROGRAM(DW_CFA_def_cfa_offset, 32));
	put_fde(put_cie_of("zRS", PROGRAM(0x1b), PROGRAM(START)), 8, PROGRAM(DW_CFA_nop));
	put_fde(cie, 0x200000, PROGRAM(DW_CFA_nop));
	put_fde(cie + 1, 10, PROGRAM(DW_CFA_nop)); /* no CIE there */
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

static void good(void)
{
	begin();
	put_fde(put_cie(PROGRAM(START)), 0, PROGRAM(DW_CFA_advance_loc | 1, DW_CFA_def_cfa_offset, 16));
}

static void other_files(void **state)
{
	(void)state;
	good();
	assert_int_equal(make(), 0);
	image.file.head.e_machine = EM_AARCH64;
	assert_int_equal(make(), -ENOTSUP);
	image.file.head.e_machine = EM_X86_64;
	image.file.head.e_ident[EI_DATA] = ELFDATA2MSB;
	assert_int_not_equal(make(), 0);
	good();
	image.bytes[0] = '#';
	assert_int_equal(make(), -ENOEXEC);
	good();
	image.file.names[2] = 'E';
	assert_int_equal(make(), -ENODATA);
	good();
	image.file.sections[1].sh_type = SHT_NOBITS; /* as in files that have only debug information */
	assert_int_equal(make(), -ENODATA);
	good();
	image.file.code.p_flags = PF_R;
	assert_int_equal(make(), -ENODATA);
	begin();
	assert_int_equal(make(), -ENODATA);
	assert_int_equal(unwind_rows_of_image("", 0, &rows), -ENOEXEC);
	assert_int_equal(unwind_rows_of_file(-1, &rows), -ENOEXEC);
}

/* A row cannot say more than 4 GiB: what lies behind is left out */
static void large_offsets(void **state)
{
	(void)state;
	good();
	image.file.code.p_offset = UINT32_MAX - FUNCTION;
	assert_int_equal(make(), 0);
	assert_int_equal(rows.list[0].pc, UINT32_MAX - FUNCTION);
	assert_int_equal(rows.list[2].pc, UINT32_MAX);
	image.file.code.p_offset++;
	assert_int_equal(make(), -ENODATA);
	image.file.code.p_offset = UINT64_MAX - 10;
	assert_int_equal(make(), -ENODATA);
	good();
	image.file.code.p_filesz = FUNCTION - 1;
	assert_int_equal(make(), -ENODATA);
}

static int make_file(const char *name, off_t size)
{
	int fd = memfd_create(name, MFD_CLOEXEC), err;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, &image, FRAMES_AT + used), FRAMES_AT + used);
	assert_int_equal(ftruncate(fd, size), 0);
	err = unwind_rows_of_file(fd, &rows);
	close(fd);
	is_in_order();
	free(rows.list);
	rows = (struct unwind_rows){0};
	return err;
}

static void sizes(void **state)
{
	(void)state;
	good();
	image.file.sections[1].sh_size = used;
	for (size_t n = 0; n < FRAMES_AT + used; n++)
		assert_int_not_equal(make_file("truncated", (off_t)n), 0);
	assert_int_equal(make_file("whole", (off_t)(FRAMES_AT + used)), 0);
	image.file.sections[1].sh_size = 1ULL << 40;
	assert_int_equal(make_file("sparse", 2LL << 40), -E2BIG);
	image.file.sections[1].sh_size = used;
	image.file.sections[2].sh_size = 1ULL << 40;
	assert_int_equal(make_file("names", 2LL << 40), -E2BIG);
}

/* Programs that take turns between two large CIEs, which would be read again for each of them */
static void large_cies(void **state)
{
	static uint8_t program[1 << 20];
	size_t cies[2];

	(void)state;
	begin();
	for (unsigned i = 0; i < 2; i++)
		cies[i] = put_cie(program, sizeof(program));
	for (unsigned i = 0; i < 1000; i++)
		put_fde(cies[i % 2], i, PROGRAM(DW_CFA_nop));
	assert_int_equal(make(), -E2BIG);
}

/* A function as long as the segment, with another row at each byte */
static void too_many_rows(void **state)
{
	static const uint8_t two_rows[] = {DW_CFA_offset | 6, 2, DW_CFA_advance_loc | 1, DW_CFA_restore | 6,
									   DW_CFA_advance_loc | 1};
	static uint8_t program[sizeof(two_rows) * (4 << 20) + 10];
	const uint32_t length = 0x10000000;

	(void)state;
	for (size_t i = 0; i + sizeof(two_rows) <= sizeof(program); i++)
		program[i] = two_rows[i % sizeof(two_rows)];
	begin();
	put_fde(put_cie(PROGRAM(START)), 0, program, sizeof(program) - 13);
	memcpy(image.frames + used - (sizeof(program) - 13) - 5, &length, 4);
	assert_int_equal(make(), 0);
	assert_in_range(rows.n, (8 << 20) - 5, 8 << 20);
	begin();
	put_fde(put_cie(PROGRAM(START)), 0, program, sizeof(program));
	memcpy(image.frames + used - sizeof(program) - 5, &length, 4);
	assert_int_equal(make(), -E2BIG);
}

static void damage(void **state)
{
	uint64_t seed = 1;
	unsigned made = 0;

	(void)state;
	for (unsigned round = 0; round < 20000; round++) {
		put_functions();
		for (uint64_t i = random_next(&seed) % 8; i--;) {
			size_t at = random_next(&seed) % (FRAMES_AT + used);

			((uint8_t *)&image)[at] = (uint8_t)random_next(&seed);
		}
		made += !make();
	}
	assert_in_range(made, 1000, 19999);
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
		cmocka_unit_test(other_files),
		cmocka_unit_test(large_offsets),
		cmocka_unit_test(sizes),
		cmocka_unit_test(large_cies),
		cmocka_unit_test(too_many_rows),
		cmocka_unit_test(damage),
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
