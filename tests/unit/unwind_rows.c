// SPDX-License-Identifier: GPL-2.0-or-later
/* Rows of real files, against libdw at pseudo-random addresses and against the table that readelf prints. */
#include "test.h"

#include "sys/unwind_rows.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef KTALLY_HAS_libdw
#include <dwarf.h>
#include <elfutils/libdw.h>
#endif

#ifdef __x86_64__
#define PCS 20000

static void is_in_order(const struct unwind_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++) {
		const struct unwind_row *row = &rows->list[i], *before = i ? row - 1 : NULL;

		assert_in_range(row->kind, UNWIND_NONE, UNWIND_STOP);
		if (row->kind == UNWIND_REALIGNED || row->kind > UNWIND_R10 || row->kind == UNWIND_PLT)
			assert_int_equal(row->bp8, 0);
		if (row->kind == UNWIND_NONE || row->kind > UNWIND_R10)
			assert_int_equal(row->cfa8, 0);
		assert_true(before || row->kind != UNWIND_NONE);
		if (!before)
			continue;
		assert_true(before->pc < row->pc);
		assert_false(before->kind == row->kind && before->cfa8 == row->cfa8 && before->bp8 == row->bp8 &&
					 before->bx8 == row->bx8);
	}
	if (rows->n)
		assert_int_equal(rows->list[rows->n - 1].kind, UNWIND_NONE);
}

static struct unwind_row row_at(const struct unwind_rows *rows, uint64_t pc)
{
	struct unwind_row found = {0};

	for (size_t low = 0, high = rows->n; low < high;) {
		size_t middle = (low + high) / 2;

		if (rows->list[middle].pc > pc) {
			high = middle;
			continue;
		}
		found = rows->list[middle];
		low = middle + 1;
	}
	found.pc = (uint32_t)pc;
	return found;
}

static void rows_of(const char *path, struct unwind_rows *rows)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(unwind_rows_of_file(fd, rows), 0);
	close(fd);
	is_in_order(rows);
}

/* The executable segment that has this offset, for the address as linked */
static bool linked_address(Elf *elf, uint64_t offset, uint64_t *address)
{
	GElf_Phdr s;
	size_t n = 0;

	elf_getphdrnum(elf, &n);
	for (size_t i = 0; i < n; i++)
		if (gelf_getphdr(elf, (int)i, &s) && s.p_type == PT_LOAD && s.p_flags & PF_X && offset >= s.p_offset &&
			offset - s.p_offset < s.p_filesz) {
			*address = offset - s.p_offset + s.p_vaddr;
			return true;
		}
	return false;
}

static uint64_t file_offset(Elf *elf, uint64_t address)
{
	GElf_Phdr s;
	size_t n = 0;

	elf_getphdrnum(elf, &n);
	for (size_t i = 0; i < n; i++)
		if (gelf_getphdr(elf, (int)i, &s) && s.p_type == PT_LOAD && s.p_flags & PF_X && address >= s.p_vaddr &&
			address - s.p_vaddr <= s.p_filesz)
			return address - s.p_vaddr + s.p_offset;
	fail_msg("0x%" PRIx64 " is no code", address);
	return 0;
}

static void is_row(const char *file, struct unwind_row got, struct unwind_row wanted)
{
	if (got.kind != wanted.kind || got.cfa8 != wanted.cfa8 || got.bp8 != wanted.bp8 || got.bx8 != wanted.bx8)
		fail_msg("%s 0x%x: kind %u cfa8 %u bp8 %d, should be %u %u %d", file, got.pc, got.kind, got.cfa8, got.bp8,
				 wanted.kind, wanted.cfa8, wanted.bp8);
}

#ifdef KTALLY_HAS_libdw
static enum unwind_kind cfa_kind(const Dwarf_Op *ops, size_t n, struct unwind_row *row)
{
	static const uint8_t kinds[] = {[3] = UNWIND_BX, [6] = UNWIND_BP, [7] = UNWIND_SP, [10] = UNWIND_R10};
	int64_t offset;

	if (n == 2 && ops[0].atom == DW_OP_breg6 && ops[1].atom == DW_OP_deref && (int64_t)ops[0].number <= 0 &&
		ops[0].number % 8 == 0) {
		row->cfa8 = (uint16_t)(-(int64_t)ops[0].number / 8);
		return UNWIND_REALIGNED;
	}
	if (n == 9 && ops[0].atom == DW_OP_breg7 && ops[0].number == 8 && ops[1].atom == DW_OP_breg16 &&
		ops[4].atom == DW_OP_lit11)
		return UNWIND_PLT;
	/* libdw turns "register and offset" into this */
	offset = n == 1 && ops[0].atom == DW_OP_bregx ? (int64_t)ops[0].number2 : -1;
	if (offset < 0 || offset % 8 || offset / 8 > UINT16_MAX)
		return UNWIND_NONE;
	row->cfa8 = (uint16_t)(offset / 8);
	return ops[0].number < sizeof(kinds) ? kinds[ops[0].number] : UNWIND_NONE;
}

/* As libdw writes "at CFA + n": call_frame_cfa, then plus_uconst or const and plus */
static bool from_cfa(const Dwarf_Op *ops, size_t n, int64_t *offset)
{
	if (n < 1 || n > 2 || ops[0].atom != DW_OP_call_frame_cfa)
		return false;
	*offset = n == 2 ? (int64_t)ops[1].number : 0;
	return n == 1 || ops[1].atom == DW_OP_plus_uconst;
}

/* False: a place that no row can name */
static bool bp_place(Dwarf_Frame *frame, struct unwind_row *row)
{
	Dwarf_Op *ops, room[3];
	size_t n;
	int64_t offset;

	assert_int_equal(dwarf_frame_register(frame, 6, room, &ops, &n), 0);
	if (!n)
		return true;
	if (n == 2 && ops[0].atom == DW_OP_call_frame_cfa && ops[1].atom == DW_OP_breg6 && !ops[1].number) {
		if (row->kind == UNWIND_BP)
			row->bp8 = (int8_t)-row->cfa8;
		else if (row->kind == UNWIND_R10)
			row->bp8 = 1;
		return row->kind != UNWIND_PLT && row->kind != UNWIND_BX;
	}
	if (row->kind == UNWIND_REALIGNED || row->kind == UNWIND_PLT || row->kind == UNWIND_R10 ||
		!from_cfa(ops, n, &offset) || !offset || offset % 8 || offset / 8 != (int8_t)(offset / 8))
		return false;
	row->bp8 = (int8_t)(offset / 8);
	return true;
}

static uint8_t bx_place(Dwarf_Frame *frame)
{
	Dwarf_Op *ops, room[3];
	int64_t offset;
	size_t n;

	assert_int_equal(dwarf_frame_register(frame, 3, room, &ops, &n), 0);
	if (!n)
		return 0;
	if (!from_cfa(ops, n, &offset) || offset % 8 || offset > -16 || offset < -120)
		return UNWIND_BX_ELSEWHERE;
	return (uint8_t)(offset / -8 - 1) & 15;
}

static struct unwind_row row_of_frame(Dwarf_Frame *frame)
{
	struct unwind_row row = {0}, none = {0};
	Dwarf_Op *ops, room[3];
	bool signal = false;
	int64_t offset;
	size_t n;

	dwarf_frame_info(frame, NULL, NULL, &signal);
	if (signal)
		return (struct unwind_row){.kind = UNWIND_SIGNAL};
	assert_int_equal(dwarf_frame_register(frame, 16, room, &ops, &n), 0);
	if (!n)
		return (struct unwind_row){.kind = ops == room ? UNWIND_STOP : UNWIND_NONE};
	if (!from_cfa(ops, n, &offset) || offset != -8 || dwarf_frame_cfa(frame, &ops, &n))
		return none;
	row.kind = cfa_kind(ops, n, &row) & 15;
	row.bx8 = bx_place(frame) & 15;
	return row.kind && bp_place(frame, &row) ? row : none;
}

/* Returns how many addresses were no gap */
static size_t compare_with_libdw(const char *name, Elf *elf, const struct unwind_rows *rows, uint64_t seed)
{
	Dwarf_CFI *cfi = dwarf_getcfi_elf(elf);
	uint64_t first = rows->list[0].pc, length = rows->list[rows->n - 1].pc - first + 32, address;
	size_t known = 0;

	assert_non_null(cfi);
	for (unsigned i = 0; i < PCS; i++) {
		uint64_t pc = first + random_next(&seed) % length;
		Dwarf_Frame *frame = NULL;
		struct unwind_row wanted = {0};

		if (!linked_address(elf, pc, &address))
			continue;
		if (!dwarf_cfi_addrframe(cfi, address, &frame))
			wanted = row_of_frame(frame);
		free(frame);
		is_row(name, row_at(rows, pc), wanted);
		known += wanted.kind != UNWIND_NONE;
	}
	dwarf_cfi_end(cfi);
	return known;
}

static void compare_file(const char *path)
{
	struct unwind_rows rows;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf *elf = elf_begin(fd, ELF_C_READ, NULL);

	rows_of(path, &rows);
	assert_true(compare_with_libdw(path, elf, &rows, 1) > PCS / 4);
	elf_end(elf);
	close(fd);
	free(rows.list);
}

static void libdw_says_the_same(void **state)
{
	static const char *const paths[] = {"/lib/x86_64-linux-gnu/libc.so.6",
										"/lib64/libc.so.6",
										"/lib64/ld-linux-x86-64.so.2",
										"/usr/bin/python3",
										"/lib/x86_64-linux-gnu/libgcc_s.so.1",
										"/lib/x86_64-linux-gnu/libitm.so.1",
										/* gcc's; aligns the stack anew */ "/proc/self/exe"};
	unsigned found = 0;

	(void)state;
	elf_version(EV_CURRENT);
	for (size_t i = 0; i < ELEMENTS(paths); i++)
		if (!access(paths[i], R_OK)) {
			compare_file(paths[i]);
			found++;
		}
	assert_true(found >= 3);
}

/* NULL: this process has none */
static char *find_vdso(size_t *size)
{
	char line[300];
	uintptr_t start = 0, end = 0;
	FILE *maps = fopen("/proc/self/maps", "r");

	assert_non_null(maps);
	while (fgets(line, sizeof(line), maps))
		if (strstr(line, "[vdso]") && sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &start, &end) == 2)
			break;
	fclose(maps);
	*size = end - start;
	return (char *)start;
}

static void vdso(void **state)
{
	struct unwind_rows rows;
	size_t size;
	char *image = find_vdso(&size);
	Elf *elf;

	(void)state;
	if (!image)
		skip();
	assert_int_equal(unwind_rows_of_image(image, size, &rows), 0);
	is_in_order(&rows);
	elf = elf_memory(image, size);
	assert_true(compare_with_libdw("vDSO", elf, &rows, 1) > 100);
	elf_end(elf);
	free(rows.list);
}
#else
static void libdw_says_the_same(void **state)
{
	(void)state;
	puts("# skip: built without libdw");
	skip();
}

static void vdso(void **state)
{
	libdw_says_the_same(state);
}
#endif

/* What readelf says of an entry: columns of one line behind its address */
struct table {
	char columns[600]; /* "CFA rbx rbp ra" */
	bool signal;
};

/* The word of a line that stands in the column of that name; "" without such a column */
static void word_of(const struct table *t, const char *line, const char *name, char *to, size_t size)
{
	char columns[sizeof(t->columns)], words[600], *more[2], *column, *word;

	snprintf(columns, sizeof(columns), "%s", t->columns);
	snprintf(words, sizeof(words), "%s", line);
	column = strtok_r(columns, " \n", &more[0]);
	word = strtok_r(words, " \n", &more[1]);
	*to = '\0';
	for (; column && word; column = strtok_r(NULL, " \n", &more[0]), word = strtok_r(NULL, " \n", &more[1]))
		if (!strcmp(column, name))
			snprintf(to, size, "%s", word);
}

/* "rsp+8", "c-16" behind that word; others are no numbers */
static bool number_behind(const char *text, const char *word, int *number)
{
	size_t n = strlen(word);
	char *end;

	if (strncmp(text, word, n))
		return false;
	*number = (int)strtol(text + n, &end, 10);
	return end > text + n && !*end;
}

/* False: readelf does not say enough: it prints "exp" for each expression */
static bool row_of_line(const struct table *t, const char *line, struct unwind_row *row)
{
	char cfa[32], bx[32], bp[32], back[32];
	int n;

	word_of(t, line, "CFA", cfa, sizeof(cfa));
	word_of(t, line, "rbx", bx, sizeof(bx));
	word_of(t, line, "rbp", bp, sizeof(bp));
	word_of(t, line, "ra", back, sizeof(back));
	*row = (struct unwind_row){.kind = t->signal ? UNWIND_SIGNAL : !strcmp(back, "u") ? UNWIND_STOP : UNWIND_NONE};
	if (row->kind)
		return true;
	if (!strcmp(cfa, "exp") || !strcmp(bx, "exp") || !strcmp(bp, "exp"))
		return false;
	row->kind = number_behind(cfa, "rsp", &n)	? UNWIND_SP
				: number_behind(cfa, "rbp", &n) ? UNWIND_BP
				: number_behind(cfa, "rbx", &n) ? UNWIND_BX
				: number_behind(cfa, "r10", &n) ? UNWIND_R10
												: UNWIND_NONE;
	if (strcmp(back, "c-8") || n % 8 || n < 0)
		row->kind = UNWIND_NONE;
	if (row->kind == UNWIND_NONE)
		return true;
	row->cfa8 = (uint16_t)(n / 8);
	if (number_behind(bp, "c", &n))
		row->bp8 = (int8_t)(n / 8);
	if (number_behind(bx, "c", &n))
		row->bx8 = (n % 8 || n > -16 || n < -120 ? UNWIND_BX_ELSEWHERE : n / -8 - 1) & 15;
	return true;
}

struct reader {
	const char *path;
	Elf *elf;
	const struct unwind_rows *rows;
	struct table now, cies[64];
	char first[64][600]; /* the line of a CIE, which holds for FDEs without lines of their own */
	unsigned cie_ids[64], ncies;
	int cie; /* which one the entry at hand has; -1: the entry is one */
	bool has_lines;
	uint64_t start, end;
	size_t compared, unsaid;
};

static void compare_line(struct reader *r, uint64_t address, const char *line)
{
	struct unwind_row wanted;

	if (row_of_line(&r->now, line, &wanted)) {
		is_row(r->path, row_at(r->rows, file_offset(r->elf, address)), wanted);
		r->compared++;
	} else {
		r->unsaid++;
	}
}

static void end_entry(struct reader *r)
{
	if (r->cie >= 0 && !r->has_lines && r->end) {
		r->now = r->cies[r->cie];
		compare_line(r, r->start, r->first[r->cie]);
	}
	r->end = 0;
}

static void read_line(struct reader *r, const char *line)
{
	unsigned id, at;
	char letters[16];
	uint64_t address, end;
	int n;

	if (sscanf(line, "%x %*x %*x CIE \"%15[^\"]\"", &at, letters) == 2) {
		end_entry(r);
		assert_in_range(r->ncies, 0, ELEMENTS(r->cies) - 1);
		r->cie_ids[r->ncies++] = at;
		r->now = (struct table){.signal = strchr(letters, 'S')};
		r->cies[r->ncies - 1] = r->now;
		r->cie = -1;
	} else if (sscanf(line, "%*x %*x %*x FDE cie=%x pc=%" SCNx64 "..%" SCNx64, &id, &address, &end) == 3) {
		end_entry(r);
		for (r->cie = (int)r->ncies - 1; r->cie >= 0 && r->cie_ids[r->cie] != id; r->cie--)
			;
		assert_true(r->cie >= 0);
		r->now = r->cies[r->cie];
		r->has_lines = false;
		r->start = address;
		r->end = end;
	} else if (!strncmp(line, "   LOC ", 7)) {
		snprintf(r->now.columns, sizeof(r->now.columns), "%s", line + 7);
	} else if (sscanf(line, "%16" SCNx64 "%n", &address, &n) == 1 && n == 16) {
		r->has_lines = true;
		if (r->cie >= 0) {
			compare_line(r, address, line + n);
			return;
		}
		r->cies[r->ncies - 1] = r->now;
		snprintf(r->first[r->ncies - 1], sizeof(r->first[0]), "%s", line + n);
	}
}

static void readelf_says_the_same(void **state)
{
	static const char path[] = "/lib64/ld-linux-x86-64.so.2";
	static struct reader r;
	struct unwind_rows rows;
	char line[600];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	FILE *text;

	(void)state;
	if (fd < 0 || system("readelf --version >/dev/null 2>&1")) {
		puts("# skip: no readelf");
		skip();
	}
	rows_of(path, &rows);
	r = (struct reader){.path = path, .elf = elf_begin(fd, ELF_C_READ, NULL), .rows = &rows};
	text = popen("LC_ALL=C readelf -wF -wN /lib64/ld-linux-x86-64.so.2 2>/dev/null", "r");
	assert_non_null(text);
	while (fgets(line, sizeof(line), text))
		read_line(&r, line);
	end_entry(&r);
	assert_int_equal(pclose(text), 0);
	assert_true(r.compared > 500);
	assert_true(r.unsaid < r.compared / 50);
	elf_end(r.elf);
	close(fd);
	free(rows.list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(libdw_says_the_same),
		cmocka_unit_test(vdso),
		cmocka_unit_test(readelf_says_the_same),
	};

	elf_version(EV_CURRENT);
	return RUN(tests);
}
#else
static void another_machine(void **state)
{
	struct unwind_rows rows;

	(void)state;
	assert_int_equal(unwind_rows_of_image("", 0, &rows), -ENOTSUP);
	assert_int_equal(rows.n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(another_machine)};

	return RUN(tests);
}
#endif
