// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Static probes (USDT) of programs and libraries. Each is a nop, described by a note in SystemTap's format: type
 * 3, three addresses (of the nop, of the section .stapsdt.base as linked, of the counter that switches the probe
 * on) and three strings (provider, name, arguments).
 */
#include "elf_probes.h"

#include "elf_file.h"
#include "pattern.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define NOTE_TYPE 3
#define NOTE_NAME "stapsdt"

struct probe {
	uint64_t place, base, semaphore;
	const char *provider, *name;
};

struct reading {
	struct functions *f;
	Elf *elf;
	/* Address of the section .stapsdt.base: prelink may have moved everything after the note was written. */
	uint64_t base;
	struct pattern provider, name;
};

static bool read_probe(struct probe *p, Elf *elf, const char *text, size_t size)
{
	size_t word = gelf_getclass(elf) == ELFCLASS32 ? 4 : 8;
	uint64_t words[3] = {0};
	const char *end = text + size;

	if (size < 3 * word)
		return false;
	for (int i = 0; i < 3; i++, text += word) /* in this machine's byte order: the program runs here */
		memcpy(&words[i], text, word);
	*p = (struct probe){words[0], words[1], words[2], text, NULL};
	text += strnlen(text, (size_t)(end - text));
	if (text >= end || !memchr(text + 1, '\0', (size_t)(end - text - 1)))
		return false;
	p->name = text + 1;
	return true;
}

static int add_probe(struct reading *r, const struct probe *p)
{
	uint64_t moved = r->base ? r->base - p->base : 0, place, semaphore = 0;
	char name[512];
	int err;

	if (!pattern_matches(&r->provider, p->provider) || !pattern_matches(&r->name, p->name))
		return 0;
	if (!elf_file_offset(r->elf, p->place + moved, PF_X, &place))
		return 0;
	if (p->semaphore && !elf_file_offset(r->elf, p->semaphore + moved, PF_W, &semaphore))
		return 0;
	snprintf(name, sizeof(name), "%s:%s", p->provider, p->name);
	err = functions_add(r->f, name, place);
	if (!err)
		r->f->list[r->f->n - 1].semaphore = semaphore;
	return err;
}

static int read_notes(struct reading *r, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t at = 0, next, name, text;
	GElf_Nhdr note;
	int err = 0;

	while (data && !err && (next = gelf_getnote(data, at, &note, &name, &text)) > 0) {
		const char *bytes = data->d_buf;
		struct probe p;

		if (note.n_type == NOTE_TYPE && note.n_namesz == sizeof(NOTE_NAME) && !strcmp(bytes + name, NOTE_NAME) &&
			read_probe(&p, r->elf, bytes + text, note.n_descsz))
			err = add_probe(r, &p);
		at = next;
	}
	return err;
}

static void find_base(struct reading *r, size_t names)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(r->elf, section))) {
		const char *name = gelf_getshdr(section, &header) ? elf_strptr(r->elf, names, header.sh_name) : NULL;

		if (name && !strcmp(name, ".stapsdt.base"))
			r->base = header.sh_addr;
	}
}

static int read_file(struct reading *r)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;
	int err = elf_getshdrstrndx(r->elf, &names) ? -ENOEXEC : 0;

	if (!err)
		find_base(r, names);
	while (!err && (section = elf_nextscn(r->elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_NOTE)
			err = read_notes(r, section);
	return err;
}

static int read_patterns(struct reading *r, const char *provider, const char *name, bool regex)
{
	int err = pattern_init(&r->provider, provider ? provider : "*", provider && regex);

	if (err)
		return err;
	err = pattern_init(&r->name, name, regex);
	if (!err) {
		err = read_file(r);
		pattern_free(&r->name);
	}
	pattern_free(&r->provider);
	return err;
}

int functions_static(struct functions *f, const char *path, const char *provider, const char *name, bool regex)
{
	struct elf_file file;
	struct reading r = {.f = f};
	int err = elf_file_open(&file, path);

	if (err)
		return err;
	r.elf = file.elf;
	err = read_patterns(&r, provider, name, regex);
	elf_file_close(&file);
	return err;
}
