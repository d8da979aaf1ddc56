// SPDX-License-Identifier: GPL-2.0-or-later
#include "debug_files.h"

#include "below.h"
#include "elf_file.h"
#include "elf_packed.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define FOLDER "/usr/lib/debug"
#define ID_PATH 256
#define CHECKED_MAX (64L << 20) /* bytes of a debug file whose checksum is worth the time */
#define LINK_MAX 4096

struct search {
	Elf *elf;
	int (*visit)(void *arg, const struct elf_symbol *symbol);
	void *arg;
	size_t n; /* functions so far */
};

static int count(void *search, const struct elf_symbol *symbol)
{
	struct search *s = search;

	s->n++;
	return s->visit(s->arg, symbol);
}

/* Visits, and closes the file. id: the path that its own build ID must lead to; NULL: any */
static int visit_file(struct search *s, int fd, const char *id)
{
	Elf *debug = fd < 0 ? NULL : elf_file_begin(fd);
	char own[ID_PATH];
	int err = 0;

	if (debug && elf_kind(debug) == ELF_K_ELF && (!id || (elf_debug_path(debug, own, sizeof(own)) && !strcmp(own, id))))
		err = elf_symbols_visit(s->elf, debug, count, s);
	elf_end(debug);
	if (fd >= 0)
		close(fd);
	return err;
}

static int visit_by_id(struct search *s, const char *root)
{
	char path[ID_PATH];
	int err = 0;

	if (!elf_debug_path(s->elf, path, sizeof(path)))
		return 0;
	if (root)
		err = visit_file(s, below_open(below_find(root, path)), path);
	/* Some distributions have links there. */
	return err || s->n ? err : visit_file(s, open(path, O_RDONLY | O_CLOEXEC), path);
}

/* ---- .gnu_debuglink ---- */

/* "NAME\0", zeros up to a multiple of four, CRC. NULL: there is none */
static const char *link_of(Elf *elf, uint32_t *crc)
{
	const Elf_Data *data = elf_section_data(elf, ".gnu_debuglink", LINK_MAX);
	const char *name = data ? data->d_buf : NULL;
	size_t n = name ? strnlen(name, data->d_size) : 0, at = (n + 4) / 4 * 4;

	if (!n || n > NAME_MAX || at + sizeof(*crc) > data->d_size || strchr(name, '/'))
		return NULL;
	memcpy(crc, name + at, sizeof(*crc));
	return name;
}

static bool has_crc(int fd, uint32_t wanted)
{
	unsigned char some[16384];
	uLong crc = crc32(0, NULL, 0);
	struct stat st;
	ssize_t n;
	off_t at = 0;

	if (fd < 0 || fstat(fd, &st) || st.st_size > CHECKED_MAX)
		return false;
	while (at < CHECKED_MAX && (n = pread(fd, some, sizeof(some), at)) > 0) {
		crc = crc32(crc, some, (uInt)n);
		at += n;
	}
	return (uint32_t)crc == wanted;
}

static int visit_linked(struct search *s, const char *root, const char *path, uint32_t crc)
{
	int fd = below_open(below_find(root, path));

	if (has_crc(fd, crc))
		return visit_file(s, fd, NULL);
	if (fd >= 0)
		close(fd);
	return 0;
}

static int visit_by_link(struct search *s, const char *root, const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;
	char debug[PATH_MAX];
	uint32_t crc;
	const char *name = slash ? link_of(s->elf, &crc) : NULL;
	int err = 0;

	if (!name ||
		snprintf(debug, sizeof(debug), FOLDER "%.*s/%s", (int)(slash - path), path, name) >= (int)sizeof(debug))
		return 0;
	if (root)
		err = visit_linked(s, root, debug, crc);
	return err || s->n ? err : visit_linked(s, "/", debug, crc);
}

/* ---- .gnu_debugdata ---- */

static int visit_packed(struct search *s)
{
	const Elf_Data *data = elf_section_data(s->elf, ".gnu_debugdata", PACKED_MAX);
	struct packed packed = {0};
	Elf *debug = data && !unpack(&packed, data->d_buf, data->d_size) ? elf_image_begin(packed.data, packed.n) : NULL;
	int err = 0;

	if (debug && elf_kind(debug) == ELF_K_ELF)
		err = elf_symbols_visit(s->elf, debug, count, s);
	elf_end(debug);
	free(packed.data);
	return err;
}

int debug_symbols_visit(Elf *elf, const char *root, const char *path,
						int (*visit)(void *arg, const struct elf_symbol *symbol), void *arg)
{
	struct search s = {elf, visit, arg, 0};
	int err = visit_by_id(&s, root);

	if (!err && !s.n)
		err = visit_by_link(&s, root, path);
	return err || s.n ? err : visit_packed(&s);
}
