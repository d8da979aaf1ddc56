// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbol_files.h"

#include "symbol_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#define uthash_fatal(msg) abort()
#include <uthash.h>

#define FILES 4096				 /* files with a table */
#define TABLES_MAX (256UL << 20) /* bytes of all tables: traced processes choose the files */

struct file {
	UT_hash_handle hh;
	struct file_key {
		uint64_t inode;
		uint32_t major, minor;
	} key;
	struct symbol_table *table; /* NULL: it cannot be read */
};

static struct file *files;
static struct symbol_table *vdso;
static size_t tables_size;

/* The root folder of a process in a container; NULL: it is ours */
static const char *other_root(char *path, size_t size, uint32_t pid)
{
	struct stat own, theirs;

	snprintf(path, size, "/proc/%u/root", pid);
	if (stat("/", &own) || stat(path, &theirs) || (own.st_ino == theirs.st_ino && own.st_dev == theirs.st_dev))
		return NULL;
	return path;
}

static struct symbol_table *open_table(const struct mapping *m, uint32_t pid)
{
	int fd = tables_size < TABLES_MAX ? mapping_open(m, pid) : -1;
	struct symbol_table *t;
	char root[32];

	if (fd < 0)
		return NULL;
	t = symbol_table_of_file(fd, other_root(root, sizeof(root), pid), m->path);
	close(fd);
	tables_size += symbol_table_size(t);
	return t;
}

static struct symbol_table *table_of(const struct mapping *m, uint32_t pid)
{
	struct file_key key;
	struct file *f;

	memset(&key, 0, sizeof(key));
	key.inode = m->inode;
	key.major = m->major;
	key.minor = m->minor;
	if (!m->inode)
		return NULL;
	HASH_FIND(hh, files, &key, sizeof(key), f);
	if (f || HASH_COUNT(files) >= FILES)
		return f ? f->table : NULL;
	f = calloc(1, sizeof(*f));
	if (!f)
		return NULL;
	f->key = key;
	f->table = open_table(m, pid);
	HASH_ADD(hh, files, key, sizeof(f->key), f);
	return f->table;
}

/* All processes of one width have the same vDSO, so this reads our own. Another size means another width. */
static struct symbol_table *table_of_vdso(const struct mapping *m)
{
	const void *image = (const void *)getauxval(AT_SYSINFO_EHDR);
	struct mappings own;
	const struct mapping *here;

	if (vdso || !image || mappings_read(&own, (uint32_t)getpid(), false))
		return vdso;
	here = mappings_find(&own, (uint64_t)(uintptr_t)image);
	if (here && here->end - here->start == m->end - m->start)
		vdso = symbol_table_of_image(image, here->end - here->start);
	mappings_free(&own);
	return vdso;
}

static struct symbol_table *table_at(const struct mapping *m, uint32_t pid)
{
	return strcmp(m->path, "[vdso]") ? table_of(m, pid) : table_of_vdso(m);
}

const char *symbol_file_find(const struct mapping *m, uint32_t pid, uint64_t address, uint64_t *into)
{
	struct symbol_table *t = table_at(m, pid);
	size_t before = symbol_table_size(t);
	const char *name = t ? symbol_table_find(t, address - m->start + m->offset, into) : NULL;

	tables_size += symbol_table_size(t) - before;
	return name;
}

uint64_t symbol_file_bias(const struct mapping *m, uint32_t pid)
{
	const struct symbol_table *t = table_at(m, pid);

	return t ? symbol_table_bias(t) : 0;
}

void symbol_files_drop(void)
{
	struct file *f, *next;

	HASH_ITER (hh, files, f, next) {
		HASH_DEL(files, f);
		symbol_table_free(f->table);
		free(f);
	}
	symbol_table_free(vdso);
	vdso = NULL;
	tables_size = 0;
}
