// SPDX-License-Identifier: GPL-2.0-or-later
#include "elf_symbols.h"

#include "build_id.h"

#include <libelf.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Files are untrusted: anything larger than in any real program is not read. */
#define TABLE_MAX (128UL << 20)
#define NAMES_MAX (256UL << 20)
#define SEGMENTS_MAX 32

static bool code_segment(Elf *elf, size_t i, GElf_Phdr *segment)
{
	return gelf_getphdr(elf, (int)i, segment) && segment->p_type == PT_LOAD && segment->p_flags & PF_X;
}

struct segments {
	size_t n;
	GElf_Phdr list[SEGMENTS_MAX];
};

static void read_segments(Elf *elf, struct segments *to)
{
	size_t n = 0;

	to->n = 0;
	elf_getphdrnum(elf, &n);
	for (size_t i = 0; i < n && to->n < SEGMENTS_MAX; i++)
		to->n += code_segment(elf, i, &to->list[to->n]);
}

/* Turns an address as linked into an offset in the file. */
static bool file_offset(const struct segments *segments, uint64_t address, uint64_t *offset)
{
	for (size_t i = 0; i < segments->n; i++) {
		const GElf_Phdr *one = &segments->list[i];

		if (address < one->p_vaddr || address - one->p_vaddr >= one->p_memsz)
			continue;
		*offset = address - one->p_vaddr + one->p_offset;
		return true;
	}
	return false;
}

static Elf_Data *data_of(Elf_Scn *section, const GElf_Shdr *header, uint64_t most)
{
	return section && header->sh_size <= most ? elf_getdata(section, NULL) : NULL;
}

static bool names_fit(Elf *elf, size_t section)
{
	GElf_Shdr header;

	return gelf_getshdr(elf_getscn(elf, section), &header) && header.sh_size <= NAMES_MAX;
}

uint64_t elf_code_bias(Elf *elf)
{
	size_t n = 0;
	GElf_Phdr segment;

	elf_getphdrnum(elf, &n);
	for (size_t i = 0; i < n; i++)
		if (code_segment(elf, i, &segment))
			return segment.p_vaddr - segment.p_offset;
	return 0;
}

static int visit_table(const struct segments *segments, Elf *tables, Elf_Scn *section, const GElf_Shdr *header,
					   int (*visit)(void *arg, const struct elf_symbol *symbol), void *arg)
{
	Elf_Data *data = names_fit(tables, header->sh_link) ? data_of(section, header, TABLE_MAX) : NULL;
	size_t n = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
	int err = 0;

	for (size_t i = 0; i < n && !err; i++) {
		struct elf_symbol one;
		GElf_Sym symbol;
		int type;

		if (!gelf_getsym(data, (int)i, &symbol) || !symbol.st_value)
			continue;
		type = GELF_ST_TYPE(symbol.st_info);
		if (type != STT_FUNC && type != STT_GNU_IFUNC)
			continue;
		one.name = elf_strptr(tables, header->sh_link, symbol.st_name);
		one.size = symbol.st_size;
		one.chooses = type == STT_GNU_IFUNC;
		if (one.name && *one.name && file_offset(segments, symbol.st_value, &one.offset))
			err = visit(arg, &one);
	}
	return err;
}

int elf_symbols_visit(Elf *elf, Elf *tables, int (*visit)(void *arg, const struct elf_symbol *symbol), void *arg)
{
	/* A file has one table of each kind (gABI). A hostile file may claim many: read only the first. */
	bool seen[SHT_DYNSYM + 1] = {false};
	struct segments segments;
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	int err = 0;

	read_segments(elf, &segments);
	while (!err && (section = elf_nextscn(tables, section))) {
		if (!gelf_getshdr(section, &header) || (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM))
			continue;
		if (!seen[header.sh_type])
			err = visit_table(&segments, tables, section, &header, visit, arg);
		seen[header.sh_type] = true;
	}
	return err;
}

bool elf_debug_path(Elf *elf, char *path, size_t size)
{
	struct build_id id;

	return build_id_of(&id, elf) && build_id_path(path, size, "/usr/lib/debug/.build-id/", &id, ".debug") < (int)size;
}

const Elf_Data *elf_section_data(Elf *elf, const char *name, uint64_t most)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) || !names_fit(elf, names))
		return NULL;
	while ((section = elf_nextscn(elf, section))) {
		const char *own = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;

		if (own && !strcmp(own, name) && header.sh_type == SHT_PROGBITS)
			return data_of(section, &header, most);
	}
	return NULL;
}
