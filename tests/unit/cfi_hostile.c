// SPDX-License-Identifier: GPL-2.0-or-later
/* Files of which no rows can be made, and files that mean harm to who makes them. */
#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __x86_64__
#include "cfi_file.h"

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
		cmocka_unit_test(other_files), cmocka_unit_test(large_offsets), cmocka_unit_test(sizes),
		cmocka_unit_test(large_cies),  cmocka_unit_test(too_many_rows), cmocka_unit_test(damage),
	};

	return RUN(tests);
}
#else
int main(void)
{
	puts("skip - cfi_hostile: rows are made for x86-64 only");
	return 0;
}
#endif
