/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cfi_file.h - an ELF file in memory, with an .eh_frame that the test writes byte by byte, and the rows made of it. */
#pragma once

#include "sys/cfi_codes.h"
#include "sys/unwind_rows.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

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

static inline void begin(void)
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

static inline void put(const void *bytes, size_t n)
{
	assert_true(used + n <= sizeof(image.frames));
	memcpy(image.frames + used, bytes, n);
	used += n;
}

static inline void put32(uint64_t number)
{
	uint32_t low = (uint32_t)number;

	put(&low, 4);
}

/* Puts its length before what was put since */
static inline void end_entry(size_t at)
{
	uint32_t length = (uint32_t)(used - at - 4);

	memcpy(image.frames + at, &length, 4);
}

#define PROGRAM(...) (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})
#define START DW_CFA_def_cfa, 7, 8, DW_CFA_offset | 16, 1

static inline size_t put_cie_of(const char *letters, const uint8_t *augmentation, size_t n, const uint8_t *program,
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

static inline size_t put_cie(const uint8_t *program, size_t size)
{
	return put_cie_of("zR", PROGRAM(0x1b), program, size);
}

/* The function of that number */
static inline void put_fde(size_t cie, unsigned function, const uint8_t *program, size_t size)
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

static inline void is_in_order(void)
{
	for (size_t i = 0; i < rows.n; i++)
		assert_true(i ? rows.list[i - 1].pc < rows.list[i].pc : rows.list[0].kind != UNWIND_NONE);
	assert_true(!rows.n || rows.list[rows.n - 1].kind == UNWIND_NONE);
}

static inline int make(void)
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

static inline void is_row(size_t i, unsigned into, unsigned kind, unsigned cfa8, int bp8)
{
	assert_true(i < rows.n);
	assert_int_equal(rows.list[i].pc, CODE + into);
	assert_int_equal(rows.list[i].kind, kind);
	assert_int_equal(rows.list[i].cfa8, cfa8);
	assert_int_equal(rows.list[i].bp8, bp8);
}

/* Functions that are not in order, touch, leave gaps, overlap, and lie in no segment */
static inline void put_functions(void)
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
