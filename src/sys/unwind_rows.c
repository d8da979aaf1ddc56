// SPDX-License-Identifier: GPL-2.0-or-later
#include "unwind_rows.h"

#include "cfi_program.h"
#include "elf_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef __x86_64__
/* Files are untrusted: anything larger than in any real program is refused. A browser has 30 MB, and 3 M rows. */
#define SECTION_MAX (64UL << 20)
#define NAMES_MAX (16UL << 20)
#define ROWS_MAX (8UL << 20)
#define WORK_MAX (256UL << 20) /* bytes of entries. Each FDE can make a large CIE be read again */
#define SEGMENTS_MAX 32

/* The code of one FDE as offsets in the file, and where the FDE lies in the section */
struct piece {
	uint32_t start, end, at;
};

struct maker {
	struct cfi_section section;
	GElf_Phdr segments[SEGMENTS_MAX];
	size_t nsegments;
	struct piece *pieces;
	size_t npieces, room;
	struct unwind_rows *to;
	size_t rows_room, work;
	uint64_t bias; /* address as linked minus offset in the file, of the piece at hand */
	size_t cie_at; /* which CIE the next ones are; 0 is one too, hence `has_cie` */
	bool has_cie, good_cie;
	struct cfi_cie cie;
	struct cfi_state initial;
};

static int read_segments(struct maker *m, Elf *elf)
{
	size_t n = 0;
	GElf_Phdr one;

	elf_getphdrnum(elf, &n);
	for (size_t i = 0; i < n; i++) {
		if (!gelf_getphdr(elf, (int)i, &one) || one.p_type != PT_LOAD || !(one.p_flags & PF_X))
			continue;
		if (m->nsegments == SEGMENTS_MAX)
			return -E2BIG;
		m->segments[m->nsegments++] = one;
	}
	return 0;
}

/* False: the code is in no segment of the file, or beyond what 32 bits can say */
static bool place_of(const struct maker *m, const struct cfi_fde *fde, struct piece *to)
{
	for (size_t i = 0; i < m->nsegments; i++) {
		const GElf_Phdr *s = &m->segments[i];
		uint64_t into = fde->start - s->p_vaddr, length = fde->end - fde->start;

		if (fde->start < s->p_vaddr || into >= s->p_filesz || length > s->p_filesz - into)
			continue;
		if (s->p_offset > UINT32_MAX || into + length > UINT32_MAX - s->p_offset)
			continue;
		to->start = (uint32_t)(s->p_offset + into);
		to->end = (uint32_t)(to->start + length);
		return true;
	}
	return false;
}

/* Makes m->cie the one at that place of the section. Neighbours mostly have the same. */
static bool use_cie(struct maker *m, size_t at)
{
	if (m->has_cie && m->cie_at == at)
		return m->good_cie;
	m->has_cie = true;
	m->cie_at = at;
	m->good_cie = cfi_cie_read(&m->section, at, &m->cie);
	m->work += m->cie.size;
	if (m->good_cie)
		m->initial = cfi_initial(&m->section, &m->cie);
	return m->good_cie;
}

static bool read_fde(struct maker *m, size_t *at, struct cfi_fde *to)
{
	struct cfi_entry entry;

	return cfi_entry_next(&m->section, at, &entry) && !entry.body.bad && !entry.is_cie && use_cie(m, entry.cie) &&
		   cfi_fde_read(&m->section, &entry, &m->cie, to);
}

static int add_piece(struct maker *m, const struct piece *one)
{
	if (m->npieces == m->room) {
		size_t room = m->room ? 2 * m->room : 1024;
		struct piece *bigger = realloc(m->pieces, room * sizeof(*bigger));

		if (!bigger)
			return -ENOMEM;
		m->pieces = bigger;
		m->room = room;
	}
	m->pieces[m->npieces++] = *one;
	return 0;
}

static int find_pieces(struct maker *m)
{
	struct cfi_fde fde;
	struct piece one;
	size_t at = 0;
	int err = 0;

	while (!err && at < m->section.size && m->work <= WORK_MAX) {
		size_t before = at;

		if (read_fde(m, &at, &fde) && place_of(m, &fde, &one)) {
			one.at = (uint32_t)before;
			err = add_piece(m, &one);
		}
		if (at == before)
			break;
	}
	return !err && m->work > WORK_MAX ? -E2BIG : err;
}

static int compare_pieces(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static bool same_row(const struct unwind_row *a, const struct unwind_row *b)
{
	return a->kind == b->kind && a->cfa8 == b->cfa8 && a->bp8 == b->bp8 && a->bx8 == b->bx8;
}

/* A row that begins where the last one does replaces it; one that says the same is not needed. */
static int add_row(struct maker *m, struct unwind_row row)
{
	struct unwind_rows *to = m->to;

	if (to->n && to->list[to->n - 1].pc == row.pc)
		to->n--;
	if (to->n ? same_row(&to->list[to->n - 1], &row) : row.kind == UNWIND_NONE)
		return 0;
	if (to->n == ROWS_MAX)
		return -E2BIG;
	if (to->n == m->rows_room) {
		size_t room = m->rows_room ? 2 * m->rows_room : 4096;
		struct unwind_row *bigger = realloc(to->list, room * sizeof(*bigger));

		if (!bigger)
			return -ENOMEM;
		to->list = bigger;
		m->rows_room = room;
	}
	to->list[to->n++] = row;
	return 0;
}

static int add_of_program(void *arg, uint64_t address, struct unwind_row row)
{
	struct maker *m = arg;

	row.pc = (uint32_t)(address - m->bias);
	return add_row(m, row);
}

static int add_piece_rows(struct maker *m, const struct piece *one)
{
	const struct cfi_rows rows = {add_of_program, m};
	struct cfi_fde fde;
	size_t at = one->at;
	int err;

	if (!read_fde(m, &at, &fde))
		return 0;
	m->work += (size_t)(fde.program.end - fde.program.at);
	if (m->work > WORK_MAX)
		return -E2BIG;
	m->bias = fde.start - one->start;
	err = cfi_run(&m->section, &m->cie, &m->initial, &fde, &rows);
	return err ? err : add_row(m, (struct unwind_row){.pc = one->end, .kind = UNWIND_NONE});
}

/* Two that overlap contradict each other: the first counts */
static int make_rows(struct maker *m)
{
	uint64_t end = 0;
	int err = find_pieces(m);

	if (m->npieces)
		qsort(m->pieces, m->npieces, sizeof(*m->pieces), compare_pieces);
	for (size_t i = 0; i < m->npieces && !err; i++)
		if (m->pieces[i].start >= end) {
			end = m->pieces[i].end;
			err = add_piece_rows(m, &m->pieces[i]);
		}
	return err || m->to->n ? err : -ENODATA;
}

static int find_section(Elf *elf, struct cfi_section *to)
{
	size_t names;
	GElf_Shdr header;
	Elf_Data *data;

	if (elf_getshdrstrndx(elf, &names) || !gelf_getshdr(elf_getscn(elf, names), &header))
		return -ENODATA;
	if (header.sh_size > NAMES_MAX)
		return -E2BIG;
	for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
		const char *name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;

		if (!name || strcmp(name, ".eh_frame") || header.sh_type == SHT_NOBITS)
			continue;
		if (header.sh_size > SECTION_MAX)
			return -E2BIG;
		data = elf_rawdata(section, NULL);
		if (!data || !data->d_buf)
			continue;
		*to = (struct cfi_section){data->d_buf, data->d_size, header.sh_addr};
		return 0;
	}
	return -ENODATA;
}

static int read_elf(Elf *elf, struct unwind_rows *to)
{
	struct maker *m;
	GElf_Ehdr header;
	int err;

	if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
		return -ENOEXEC;
	if (header.e_machine != EM_X86_64 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
		header.e_ident[EI_DATA] != ELFDATA2LSB)
		return -ENOTSUP;
	m = calloc(1, sizeof(*m));
	if (!m)
		return -ENOMEM;
	m->to = to;
	err = read_segments(m, elf);
	if (!err)
		err = find_section(elf, &m->section);
	if (!err)
		err = make_rows(m);
	free(m->pieces);
	free(m);
	return err;
}

static int read_and_end(Elf *elf, struct unwind_rows *to)
{
	int err;

	*to = (struct unwind_rows){0};
	err = read_elf(elf, to);
	elf_end(elf);
	if (err) {
		free(to->list);
		*to = (struct unwind_rows){0};
	}
	return err;
}

int unwind_rows_of_file(int fd, struct unwind_rows *to)
{
	return read_and_end(elf_file_begin(fd), to);
}

int unwind_rows_of_image(const void *image, size_t size, struct unwind_rows *to)
{
	char *copy = malloc(size + 1); /* libelf may write to the image */
	int err;

	if (!copy)
		return -ENOMEM;
	memcpy(copy, image, size);
	err = read_and_end(elf_image_begin(copy, size), to);
	free(copy);
	return err;
}
#else
int unwind_rows_of_file(int fd, struct unwind_rows *to)
{
	(void)fd;
	*to = (struct unwind_rows){0};
	return -ENOTSUP;
}

int unwind_rows_of_image(const void *image, size_t size, struct unwind_rows *to)
{
	(void)image, (void)size;
	*to = (struct unwind_rows){0};
	return -ENOTSUP;
}
#endif
