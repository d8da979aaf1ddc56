// SPDX-License-Identifier: GPL-2.0-or-later
#include "unwind_tables.h"

#include "base/log.h"
#include "sys/unwind_rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define uthash_fatal(msg) abort()
#include <uthash.h>

#define FILES 8192

struct file {
	UT_hash_handle hh;
	struct file_key {
		uint64_t inode;
		uint32_t major, minor;
	} key; /* inode 0: the vDSO, whose size is in `major` */
	uint32_t first, n;
};

static struct unwind_row *memory;
static uint32_t used;
static struct file *files;
static bool full; /* it was said */

bool unwind_tables_possible(void)
{
	struct unwind_rows rows;
	char none[64] = {0};

	return unwind_rows_of_image(none, sizeof(none), &rows) != -ENOTSUP;
}

void unwind_tables_begin(struct unwind_row *to)
{
	memory = to;
	used = 0;
}

static int rows_of_vdso(const struct mapping *m, struct unwind_rows *rows)
{
	const void *image = (const void *)getauxval(AT_SYSINFO_EHDR);

	return image ? unwind_rows_of_image(image, m->end - m->start, rows) : -ENOENT;
}

static int rows_of_file(const struct mapping *m, uint32_t pid, struct unwind_rows *rows)
{
	int fd = mapping_open(m, pid), err = fd < 0 ? fd : unwind_rows_of_file(fd, rows);

	if (fd >= 0)
		close(fd);
	return err;
}

/* Into the memory behind the others */
static void keep(struct file *f, const struct unwind_rows *rows)
{
	if (rows->n > UNWIND_ROWS - used) {
		if (!full)
			debug("unwinding: no room for the rows of more files");
		full = true;
		return;
	}
	memcpy(memory + used, rows->list, rows->n * sizeof(*rows->list));
	f->first = used;
	f->n = (uint32_t)rows->n;
	used += f->n;
}

static struct file *find(const struct file_key *key)
{
	struct file *f;

	HASH_FIND(hh, files, key, sizeof(*key), f);
	return f;
}

/* rows: what making them gave, if err is 0 */
static struct file *add(const struct file_key *key, const char *path, const struct unwind_rows *rows, int err)
{
	struct file *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->key = *key;
	if (err)
		debug("unwinding: no rows of %s: %s", path, strerror(-err));
	else
		keep(f, rows);
	HASH_ADD(hh, files, key, sizeof(f->key), f);
	return f;
}

static struct file_key key_of(uint64_t inode, uint32_t major, uint32_t minor)
{
	struct file_key key;

	memset(&key, 0, sizeof(key)); /* it is compared with its padding */
	key.inode = inode;
	key.major = major;
	key.minor = minor;
	return key;
}

void unwind_table_of(const struct mapping *m, uint32_t pid, uint32_t *first, uint32_t *n)
{
	struct file_key key = key_of(m->inode, m->inode ? m->major : (uint32_t)(m->end - m->start), m->minor);
	struct unwind_rows rows = {0};
	struct file *f = find(&key);
	int err;

	*first = *n = 0;
	if (!m->inode && strcmp(m->path, "[vdso]"))
		return;
	if (!f && HASH_COUNT(files) < FILES) {
		err = m->inode ? rows_of_file(m, pid, &rows) : rows_of_vdso(m, &rows);
		f = add(&key, m->path, &rows, err);
		free(rows.list);
	}
	*first = f ? f->first : 0;
	*n = f ? f->n : 0;
}

bool unwind_table_add(int fd, const char *path)
{
	struct unwind_rows rows = {0};
	struct file_key key;
	struct stat st;

	if (fstat(fd, &st))
		return false;
	key = key_of(st.st_ino, major(st.st_dev), minor(st.st_dev));
	if (find(&key) || HASH_COUNT(files) >= FILES)
		return false;
	add(&key, path, &rows, unwind_rows_of_file(fd, &rows));
	free(rows.list);
	return true;
}

const struct unwind_row *unwind_tables_rows(uint32_t first)
{
	return memory + first;
}

void unwind_tables_forget(void)
{
	struct file *f, *next;

	HASH_ITER (hh, files, f, next) {
		HASH_DEL(files, f);
		free(f);
	}
	used = 0;
	full = false;
}

void unwind_tables_end(void)
{
	unwind_tables_forget();
	if (memory)
		munmap(memory, UNWIND_ROWS * sizeof(*memory));
	memory = NULL;
}
