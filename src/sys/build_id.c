// SPDX-License-Identifier: GPL-2.0-or-later
#include "build_id.h"

#include <elf.h>
#include <gelf.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Files are untrusted: a larger section is no section of notes. */
#define NOTES_MAX (64UL << 10)

static bool take(struct build_id *to, unsigned type, const char *name, size_t namesz, const void *bytes, size_t n)
{
	if (type != NT_GNU_BUILD_ID || namesz != 4 || n < 2 || n > BUILD_ID_MOST || memcmp(name, "GNU", 4))
		return false;
	memcpy(to->bytes, bytes, n);
	to->n = n;
	return true;
}

static bool find_in_section(struct build_id *to, Elf_Data *data)
{
	size_t at = 0, name, descriptor;
	GElf_Nhdr note;

	while ((at = gelf_getnote(data, at, &note, &name, &descriptor)))
		if (take(to, note.n_type, (char *)data->d_buf + name, note.n_namesz, (char *)data->d_buf + descriptor,
				 note.n_descsz))
			return true;
	return false;
}

bool build_id_of(struct build_id *to, Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	Elf_Data *data;

	to->n = 0;
	while ((section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_NOTE && header.sh_size <= NOTES_MAX &&
			(data = elf_getdata(section, NULL)) && find_in_section(to, data))
			return true;
	return false;
}

static size_t padded(size_t n)
{
	return (n + 3) & ~(size_t)3;
}

bool build_id_of_notes(struct build_id *to, const char *path)
{
	char notes[4096];
	FILE *file = fopen(path, "re");
	size_t n = file ? fread(notes, 1, sizeof(notes), file) : 0, at = 0;
	Elf64_Nhdr note;

	to->n = 0;
	if (file)
		fclose(file);
	while (at + sizeof(note) <= n) {
		size_t name = at + sizeof(note), bytes;

		memcpy(&note, notes + at, sizeof(note));
		if (note.n_namesz > n || note.n_descsz > n)
			return false;
		bytes = name + padded(note.n_namesz);
		at = bytes + padded(note.n_descsz);
		if (at <= n && take(to, note.n_type, notes + name, note.n_namesz, notes + bytes, note.n_descsz))
			return true;
	}
	return false;
}

bool build_id_same(const struct build_id *a, const struct build_id *b)
{
	return a->n && a->n == b->n && !memcmp(a->bytes, b->bytes, a->n);
}

int build_id_path(char *to, size_t size, const char *before, const struct build_id *id, const char *after)
{
	int n = snprintf(to, size, "%s%02x/", before, id->bytes[0]);

	for (size_t i = 1; i < id->n && n < (int)size; i++)
		n += snprintf(to + n, size - (size_t)n, "%02x", id->bytes[i]);
	return n < (int)size ? n + snprintf(to + n, size - (size_t)n, "%s", after) : n;
}
